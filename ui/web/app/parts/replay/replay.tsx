import { useEffect, useRef, useState } from "preact/hooks";
import { getReplay, type Replay, type Run } from "../../api/client";
import { asProblem } from "../../api/call";
import { useResource } from "../../live/resource";
import { useCommands } from "../../shell/keys";
import { Failed, Loading } from "../states";
import { PlayBar } from "./bar";
import { PlayedJournal } from "./journal";
import { Player, speeds } from "./player";

/** Plays the recording of a run's terminal, beside the run's journal. Both show the same time. */
export function RunReplay({ run }: { run: Run }) {
  const { value, problem, reload } = useResource(`replay ${run.id}`, (signal) => getReplay({ id: run.id }, { signal }));
  if (value.value) return <Theatre run={run} replay={value.value} />;
  return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Reading the recording" />;
}

function Theatre({ run, replay }: { run: Run; replay: Replay }) {
  const box = useRef<HTMLDivElement>(null);
  const [player, setPlayer] = useState<Player | undefined>(undefined);
  useEffect(() => {
    if (!box.current) return;
    const made = new Player(box.current, run.id, replay);
    setPlayer(made);
    return () => made.close();
  }, [run.id, replay]);
  usePlayerKeys(player, replay);
  return (
    <section class="replay" aria-label="Replay">
      {player?.failure.value !== undefined && <Failed problem={asProblem(player.failure.value)} again={() => player.seek(player.position.value)} />}
      {player && <PlayBar player={player} replay={replay} />}
      <div class="replay-parts">
        <div class="replay-journal">{player && <PlayedJournal run={run} player={player} replay={replay} />}</div>
        <div class="terminal-box" ref={box} />
      </div>
    </section>
  );
}

/** How far the arrow keys seek, in milliseconds. */
const step = 5000;

function usePlayerKeys(player: Player | undefined, replay: Replay) {
  const marks = replay.marks ?? [];
  function by(ms: number) {
    player?.seek(player.position.value + ms);
  }
  function toMark(ms: number | undefined) {
    if (ms !== undefined) player?.seek(ms);
  }
  function faster(places: number) {
    if (!player) return;
    player.speed.value = speeds[speeds.indexOf(player.speed.value) + places] ?? player.speed.value;
  }
  useCommands([
    { title: "Play or pause", keys: ["Space"], run: () => player?.toggle() },
    { title: "5 s back", keys: ["ArrowLeft"], run: () => by(-step) },
    { title: "5 s on", keys: ["ArrowRight"], run: () => by(step) },
    { title: "Previous mark", keys: [","], run: () => player && toMark(marks.filter((mark) => mark.ms < player.position.value - 500).at(-1)?.ms) },
    { title: "Next mark", keys: ["."], run: () => player && toMark(marks.find((mark) => mark.ms > player.position.value)?.ms) },
    { title: "Slower", keys: ["<"], run: () => faster(-1) },
    { title: "Faster", keys: [">"], run: () => faster(1) },
  ]);
}
