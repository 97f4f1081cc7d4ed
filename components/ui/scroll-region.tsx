import type { ReactNode } from "react";

type ScrollRegionProps = {
  label: string;
  className: string | undefined;
  /** `pre` for text that keeps its own lines. */
  as?: "div" | "pre";
  children: ReactNode;
};

/** A part of the page that scrolls by itself, so the keyboard must reach it and a reader be told what it is. */
export function ScrollRegion({ label, className, as: Tag = "div", children }: ScrollRegionProps) {
  return (
    <Tag aria-label={label} className={className} role="region" tabIndex={0}>
      {children}
    </Tag>
  );
}
