/** 18204 → "18,204". By hand, because server and browser must print the same whatever their locale data. */
export function formatNumber(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, ",");
}
