import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { theme } from "../../shell/theme";

export interface ChartProps {
  /** Days, as YYYY-MM-DD. */
  days: string[];
  /** The names of at most six series, and for each the figures of all days. */
  names: string[];
  series: number[][];
  /** Formats a figure. */
  write: (figure: number) => string;
}

/** Bars, one per day, in which the series are stacked. Screen readers get the table instead. */
export function Chart(props: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const dark = useDark(box, props);
  return <div class="chart" ref={box} aria-hidden="true" data-dark={dark} />;
}

/** Draws the chart, and redraws it whenever its figures, its width or the colours change. */
function useDark(box: { current: HTMLDivElement | null }, props: ChartProps): string {
  const chosen = theme.value;
  useEffect(() => {
    const at = box.current;
    if (!at) return;
    const media = matchMedia("(prefers-color-scheme: dark)");
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      plot = newPlot(at, props);
    };
    draw();
    media.addEventListener("change", draw);
    const sizes = new ResizeObserver(() => plot?.setSize({ width: at.clientWidth, height: height }));
    sizes.observe(at);
    return () => {
      media.removeEventListener("change", draw);
      sizes.disconnect();
      plot?.destroy();
    };
  }, [props.days, props.series, chosen]);
  return chosen;
}

const height = 220;

function newPlot(at: HTMLElement, { days, names, series, write }: ChartProps): uPlot {
  const stacked = stack(series);
  const dim = colour(at, "--dim");
  const line = { stroke: colour(at, "--line"), width: 1 };
  // The top of the stack is drawn first, and those below over it.
  const order = names.map((_, n) => n).reverse();
  return new uPlot(
    {
      width: at.clientWidth,
      height,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: true, range: withRoom(days) }, y: { range: (_, __, max) => [0, max > 0 ? max * 1.05 : 1] } },
      axes: [
        {
          stroke: dim,
          grid: { show: false },
          ticks: line,
          space: 64,
          values: (_, times) => times.map((t) => shortDay(t, days.length > 365)),
          incrs: [1, 2, 3, 7, 14, 30, 60, 91, 182, 365].map((n) => n * 86_400),
        },
        { stroke: dim, grid: line, ticks: { show: false }, size: 56, values: (_, figures) => figures.map((f) => (f === 0 ? "0" : write(f))) },
      ],
      series: [
        {},
        ...order.map((n) => ({
          label: names[n] ?? "",
          fill: colour(at, `--series-${n + 1}`),
          width: 0,
          points: { show: false },
          paths: uPlot.paths.bars?.({ size: [0.7, 28], align: 0 }),
        })),
      ],
      tzDate: (t) => uPlot.tzDate(new Date(t * 1000), "Etc/UTC"),
    },
    [days.map(seconds), ...order.map((n) => stacked[n] ?? [])],
    at,
  );
}

function stack(series: number[][]): number[][] {
  let below: number[] = [];
  return series.map((figures) => (below = figures.map((f, n) => f + (below[n] ?? 0))));
}

/** The first and the last day, with room for their bars. */
function withRoom(days: string[]): [number, number] {
  const first = seconds(days[0]);
  const last = seconds(days[days.length - 1]);
  const room = Math.max(43_200, (last - first) * 0.03);
  return [first - room, last + room];
}

function seconds(day: string | undefined): number {
  return Date.parse(day ?? "") / 1000;
}

function shortDay(time: number, hasYears: boolean): string {
  const parts = hasYears ? ({ month: "short", year: "numeric" } as const) : ({ month: "short", day: "numeric" } as const);
  return new Date(time * 1000).toLocaleDateString(undefined, { ...parts, timeZone: "UTC" });
}

/** The current value of a colour variable: a canvas does not support variables, and only a property of an element is resolved. */
function colour(at: HTMLElement, name: string): string {
  at.style.color = `var(${name})`;
  const now = getComputedStyle(at).color;
  at.style.color = "";
  return now;
}
