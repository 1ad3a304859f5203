import { useEffect, useRef } from "preact/hooks";
import { standardKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap } from "@codemirror/view";
import { unifiedMergeView } from "@codemirror/merge";
import { named } from "../../values/visible";
import { nonce } from "../../shell/styles";

/** Characters that hide text or reverse its direction, in addition to those that CodeMirror itself treats as special. */
const hidden = /[\u202a-\u202c\u2060-\u2065\u2068]|[\u{e0000}-\u{e007f}]/gu;

interface TextEditorProps {
  text: string;
  label: string;
  /** Whether the text is read-only. */
  fixed: boolean;
  typed: (text: string) => void;
  save: () => void;
}

/** An editor for a text. It reports what is typed. The given text counts only when it is first drawn. */
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

/** Two versions of a text in one view, with deleted and added parts. */
export function Merged({ before, after, label }: { before: string; after: string; label: string }) {
  const merge = () => unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 }, gutter: false });
  const element = useView(() => [after, [merge(), ...common(label, true)]]);
  return <div class="code-mirror merged" ref={element} />;
}

/** Shows a view as long as its component exists. */
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

/** Draws an invisible character in the same way as all pages. */
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
