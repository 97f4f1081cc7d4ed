type IconProps = { size?: number };

const line = { fill: "none", stroke: "currentColor", strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** A question mark in a diamond: its outline alone tells it from every other state. */
export function UnknownIcon({ size = 16 }: IconProps) {
  return (
    <svg height={size} viewBox="0 0 24 24" width={size} {...line} strokeWidth={2}>
      <path d="M12 1.8 22.2 12 12 22.2 1.8 12z" />
      <path d="M9.9 10a2.2 2.2 0 1 1 3.2 2c-.8.4-1.1.9-1.1 1.6" />
      <path d="M12 16.4v.01" strokeWidth={2.4} />
    </svg>
  );
}

/** One circle: one effect at most. Two: there may be a second. */
export function RiskGlyph({ steps }: { steps: "one" | "check" | "two" }) {
  return (
    <svg aria-hidden height={14} viewBox="0 0 24 14" width={24} {...line} strokeWidth={1.6}>
      <circle cx={7} cy={7} r={5.2} />
      {steps === "two" && <circle cx={15} cy={7} r={5.2} />}
      {steps === "check" && (
        <>
          <path d="M15.2 5.4a2.1 2.1 0 1 1 3 1.9c-.8.4-1 .8-1 1.5" />
          <path d="M17.2 11.6v.01" strokeWidth={2} />
        </>
      )}
    </svg>
  );
}
