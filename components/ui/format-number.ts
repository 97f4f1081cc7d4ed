/** 18204 → "18,204". By hand, because server and browser must print the same whatever their locale data. */
export function formatNumber(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Counted as far as `cap`; one more than that says that there are more. */
export function formatCount(count: number, cap: number): string {
  return count > cap ? `${formatNumber(cap)}+` : formatNumber(count);
}
