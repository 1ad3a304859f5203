import { useRef } from "preact/hooks";
import type { Replay, ReplayMark } from "../../api/client";
import { visible } from "../../values/visible";
import { speeds, type Player } from "./player";

/** The controls of a recording: the button, the time line with its marks, the speed. */
export function PlayBar({ player, replay }: { player: Player; replay: Replay }) {
  const { position, playing, speed, shortens } = player;
  return (
    <div class="play-bar">
      <button type="button" class="main" aria-label={playing.value ? "Pause" : "Play"} title="Space" onClick={() => player.toggle()}>
        {playing.value ? "❚❚" : "▶"}
      </button>
      <TimeLine player={player} replay={replay} />
      <span class="play-time">
        {clock(position.value)}/{clock(replay.duration)}
      </span>
      <select aria-label="Speed" value={String(speed.value)} onChange={(e) => (speed.value = Number(e.currentTarget.value))}>
        {speeds.map((s) => (
          <option key={s} value={String(s)}>
            {s}×
          </option>
        ))}
      </select>
      <label class="check">
        <input type="checkbox" checked={shortens.value} onChange={(e) => (shortens.value = e.currentTarget.checked)} />
        pauses ≤ 2 s
      </label>
    </div>
  );
}

function TimeLine({ player, replay }: { player: Player; replay: Replay }) {
  const line = useRef<HTMLDivElement>(null);
  const at = player.position.value;
  function seek(event: PointerEvent) {
    const box = line.current?.getBoundingClientRect();
    if (box) player.seek(((event.clientX - box.left) / box.width) * replay.duration);
  }
  return (
    <div
      class="time-line"
      ref={line}
      role="slider"
      tabIndex={0}
      aria-label="Time"
      aria-valuemin={0}
      aria-valuemax={Math.round(replay.duration / 1000)}
      aria-valuenow={Math.round(at / 1000)}
      aria-valuetext={`${clock(at)} of ${clock(replay.duration)}`}
      onPointerDown={(event) => {
        line.current?.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => {
        if (line.current?.hasPointerCapture(event.pointerId)) seek(event);
      }}
    >
      <div class="time-gone" style={{ width: percent(at, replay) }} />
      {marksToDraw(replay).map((mark) => (
        <span
          key={`${mark.kind} ${mark.ms}`}
          class={"time-mark of-" + mark.kind}
          style={{ left: percent(mark.ms, replay) }}
          title={`${clock(mark.ms)} ${visible(mark.text)}`}
        />
      ))}
    </div>
  );
}

/** The number of positions for marks on the time line. More could not be distinguished. */
const places = 400;

/** The marks with distinct positions. */
function marksToDraw(replay: Replay): ReplayMark[] {
  const drawn = new Map<string, ReplayMark>();
  for (const mark of replay.marks ?? []) drawn.set(`${mark.kind} ${Math.round((mark.ms / replay.duration) * places)}`, mark);
  return [...drawn.values()];
}

function percent(ms: number, replay: Replay): string {
  return `${Math.min(100, (ms / Math.max(replay.duration, 1)) * 100)}%`;
}

/** Formats a time in a recording: 04:12, 1:04:12. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3600 ? minutes : `${Math.floor(seconds / 3600)}:${minutes}`;
}
