import { useEffect, useRef } from "preact/hooks";
import { standardKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap } from "@codemirror/view";
import { unifiedMergeView } from "@codemirror/merge";
import { named } from "../../values/visible";
import { nonce } from "../../shell/styles";

/** What hides or turns text round, beside what CodeMirror takes for special itself. */
const hidden = /[\u202a-\u202c\u2060-\u2065\u2068]|[\u{e0000}-\u{e007f}]/gu;

interface TextEditorProps {
  text: string;
  label: string;
  /** It can only be read. */
  fixed: boolean;
  typed: (text: string) => void;
  save: () => void;
}

/** A text to be edited. What is typed is told; the text that is given counts when it is first drawn. */
export function TextEditor(props: TextEditorProps) {
  const latest = useRef(props);
  latest.current = props;
  const element = useView(() => [
    props.text,
    [
      keymap.of([{ key: "Mod-Enter", run: () => (latest.current.save(), true) }, { key: "Escape", run: (view) => (view.contentDOM.blur(), true) }]),
      history(),
      keymap.of([...standardKeymap, ...historyKeymap]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) latest.current.typed(update.state.doc.toString());
      }),
      ...common(props.label, props.fixed),
    ],
  ]);
  return <div class="code-mirror" ref={element} />;
}

/** Two versions of a text in one, with what was deleted and what was added. */
export function Merged({ before, after, label }: { before: string; after: string; label: string }) {
  const merge = () => unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 }, gutter: false });
  const element = useView(() => [after, [merge(), ...common(label, true)]]);
  return <div class="code-mirror merged" ref={element} />;
}

/** Draws a view while its component is there. */
function useView(make: () => [text: string, extensions: Extension[]]) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const [doc, extensions] = make();
    const view = new EditorView({ doc, extensions, parent: element.current });
    return () => view.destroy();
  }, []);
  return element;
}

/** Draws a character that nobody sees as all pages do. */
function drawHidden(code: number): HTMLElement {
  const drawn = document.createElement("span");
  drawn.className = "cm-specialChar";
  drawn.textContent = named(code);
  return drawn;
}

function common(label: string, fixed: boolean): Extension[] {
  return [
    EditorView.cspNonce.of(nonce()),
    EditorView.lineWrapping,
    highlightSpecialChars({ addSpecialChars: hidden, render: drawHidden }),
    drawSelection(),
    EditorState.readOnly.of(fixed),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", ...(fixed && { "aria-readonly": "true" }) }),
  ];
}
