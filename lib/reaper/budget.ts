/** No step may take more of what is left, so that the ones after it always get their turn. */
const STEP_SHARE = 0.4;

export interface StepTime {
  isOver(): boolean;
  /** 0 when it is over. */
  leftMs(): number;
}

export interface PassTime {
  /** The time of the step that begins now. */
  step(): StepTime;
}

/** Measured by the process's own monotonic clock: no date is derived from it. */
export function startBudget(deadlineMs: number, signal?: AbortSignal): PassTime {
  const end = performance.now() + deadlineMs;
  return {
    step() {
      const now = performance.now();
      const stepEnd = now + Math.max(0, end - now) * STEP_SHARE;
      const leftMs = (): number => (signal?.aborted === true ? 0 : Math.max(0, stepEnd - performance.now()));
      return { isOver: () => leftMs() === 0, leftMs };
    },
  };
}
