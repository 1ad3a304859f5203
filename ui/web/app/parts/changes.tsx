import { useEffect, useMemo, useReducer, useRef } from "preact/hooks";
import type { ChangesFile, ChangesHunk } from "../api/client";
import { useCommands } from "../shell/keys";
import { count } from "../values/amount";
import { Rows, type RowsHandle } from "./rows";
import { Text } from "./text";
import { visible } from "../values/visible";

/** The maximum number of lines that are drawn without virtual rows. Such a list grows with the page. */
const mostPlain = 300;

type Line = { file: ChangesFile; folded: boolean } | { hunk: ChangesHunk } | { text: string; old: string; new: string } | { note: string };

/**
 * The changes of some files: a list of them if there are several, then one after the other. A click on a file's name folds it.
 * @param left how many more files have changed
 */
export function Changes({ files, left = 0 }: { files: ChangesFile[] | null; left?: number }) {
  const folded = useRef(new Set<string>()).current;
  const [version, redraw] = useReducer((n: number, _: void) => n + 1, 0);
  const handle = useRef<RowsHandle | undefined>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const all = files ?? [];
  const lines = useMemo(() => linesOf(all, folded), [files, version]);
  const isLong = lines.length > mostPlain;
  function fold(path: string) {
    if (!folded.delete(path)) folded.add(path);
    redraw();
  }
  function show(path: string) {
    if (folded.delete(path)) redraw();
    const at = lines.findIndex((line) => "file" in line && line.file.path === path);
    if (isLong) handle.current?.reveal(at, "top");
    else box.current?.querySelector(`[data-file="${CSS.escape(path)}"]`)?.scrollIntoView({ block: "nearest" });
  }
  useFoldCommand(all, folded, redraw);
  if (all.length === 0) return <p class="meta">No file has changed.</p>;
  return (
    <div class="changes" ref={box}>
      {all.length > 1 && <FileList files={all} show={show} />}
      {isLong ? (
        <Rows
          class="changes-rows"
          label="Changed lines"
          count={lines.length}
          keyOf={(n) => n}
          estimate={(n) => (lines[n] && "file" in lines[n] ? 36 : 19)}
          draw={(n) => drawLine(lines[n], fold)}
          handle={(h) => (handle.current = h)}
        />
      ) : (
        <div class="changes-lines" tabIndex={0} role="group" aria-label="Changed lines">
          {lines.map((line, n) => (
            <div key={n}>{drawLine(line, fold)}</div>
          ))}
        </div>
      )}
      {left > 0 && <p class="meta">{count(left, "more file")}, which would be too long to show.</p>}
    </div>
  );
}

/** The changed parts of one file, without its name. */
export function Hunks({ hunks }: { hunks: ChangesHunk[] | null }) {
  const lines = useMemo(() => (hunks ?? []).flatMap((hunk, n) => hunkLines(hunk, n)), [hunks]);
  return (
    <div class="changes-lines" tabIndex={0} role="group" aria-label="Changed lines">
      {lines.map((line, n) => (
        <div key={n}>{drawLine(line, () => {})}</div>
      ))}
    </div>
  );
}

function useFoldCommand(files: ChangesFile[], folded: Set<string>, redraw: () => void) {
  useEffect(() => {
    for (const path of folded) if (!files.some((f) => f.path === path)) folded.delete(path);
  }, [files]);
  useCommands([
    {
      title: "Fold or unfold all files",
      keys: ["z"],
      run: () => {
        const fold = folded.size === 0;
        folded.clear();
        if (fold) files.forEach((f) => folded.add(f.path));
        redraw();
      },
      can: () => files.length > 0,
    },
  ]);
}

function FileList({ files, show }: { files: ChangesFile[]; show: (path: string) => void }) {
  const added = files.reduce((sum, f) => sum + f.added, 0);
  const deleted = files.reduce((sum, f) => sum + f.deleted, 0);
  return (
    <details class="changes-files" open={files.length <= 12}>
      <summary>
        {count(files.length, "file")} <Amounts added={added} deleted={deleted} />
      </summary>
      <ul>
        {files.map((file) => (
          <li key={file.path}>
            <button type="button" class="quiet" onClick={() => show(file.path)}>
              <code>
                <Text of={file.path} />
              </code>
              <Amounts added={file.added} deleted={file.deleted} />
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The number of added and deleted lines. */
export function Amounts({ added, deleted }: { added: number; deleted: number }) {
  return (
    <span class="amounts">
      <span class="ok">+{added}</span> <span class="bad">−{deleted}</span>
    </span>
  );
}

function linesOf(files: ChangesFile[], folded: Set<string>): Line[] {
  return files.flatMap((file): Line[] => {
    const head: Line = { file, folded: folded.has(file.path) };
    if (head.folded) return [head];
    const lines = (file.hunks ?? []).flatMap((hunk, n) => hunkLines(hunk, n));
    const notes: Line[] = [];
    if (file.binary) notes.push({ note: "No text: its lines cannot be shown." });
    else if (lines.length === 0 && !file.more) notes.push({ note: "No line has changed." });
    if (file.more) notes.push({ note: `${count(file.more, "line")} more` });
    return [head, ...lines, ...notes];
  });
}

/** The lines of a hunk with their numbers. Each hunk begins with its position, except a first one at the top of its file. */
function hunkLines(hunk: ChangesHunk, n: number): Line[] {
  const lines: Line[] = n > 0 || hunk.new > 1 ? [{ hunk }] : [];
  let before = hunk.old;
  let after = hunk.new;
  for (const text of hunk.lines ?? []) {
    const sign = text[0];
    lines.push({ text, old: sign === "+" || !hunk.old ? "" : String(before), new: sign === "-" || !hunk.new ? "" : String(after) });
    if (sign !== "+") before++;
    if (sign !== "-") after++;
  }
  return lines;
}

function drawLine(line: Line | undefined, fold: (path: string) => void) {
  if (!line) return null;
  if ("file" in line) return <FileHead file={line.file} folded={line.folded} fold={fold} />;
  if ("hunk" in line) return <p class="change-gap meta">{line.hunk.new ? `from line ${line.hunk.new}` : "…"}</p>;
  if ("note" in line) return <p class="change-gap meta">{line.note}</p>;
  const sign = line.text[0] ?? " ";
  const place = line.old || line.new ? "" : " placeless"; // its position in the file is unknown
  return (
    <div class={"change-line" + (sign === "+" ? " added" : sign === "-" ? " deleted" : "") + place}>
      <span class="change-number" aria-hidden="true">
        {line.old}
      </span>
      <span class="change-number" aria-hidden="true">
        {line.new}
      </span>
      <span class="change-sign">{sign === "-" ? "−" : sign}</span>
      <bdi>{visible(line.text.slice(1)) || " "}</bdi>
    </div>
  );
}

function FileHead({ file, folded, fold }: { file: ChangesFile; folded: boolean; fold: (path: string) => void }) {
  return (
    <h3 class="change-file" data-file={file.path}>
      <button type="button" aria-expanded={!folded} onClick={() => fold(file.path)}>
        <span aria-hidden="true">{folded ? "▸" : "▾"}</span>
        <code>
          <Text of={file.oldPath ? `${file.oldPath} → ${file.path}` : file.path} />
        </code>
        <Amounts added={file.added} deleted={file.deleted} />
      </button>
    </h3>
  );
}
