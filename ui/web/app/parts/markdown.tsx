import { Component, type ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { marked, type Token, type Tokens } from "marked";
import { visible } from "../values/visible";

// Texts made to keep the parser busy are shown as written. The parser's time is quadratic in the characters of a word, and in the signs of a paragraph.
const longestText = 20_000;
const longestWord = /\S{1000}/;
const mostSigns = 600;

/** Lists and quotes that are nested more deeply are shown as written. */
const deepest = 12;

/**
 * A stranger's text, rendered as Markdown. It never becomes HTML: a tag is shown as text, a picture as its address, and a link only works if it leads to the
 * web or to a mailbox.
 * @param breaks keeps line breaks, as the user typed them
 */
export function Markdown({ of, breaks = false }: { of: string; breaks?: boolean }) {
  if (isBusyWork(of)) return <PlainText of={of} />;
  return (
    <Guard key={of} otherwise={<PlainText of={of} />}>
      <Rendered of={of} breaks={breaks} />
    </Guard>
  );
}

/** Whether the parser would need a long time for a text. */
function isBusyWork(text: string): boolean {
  if (text.length > longestText || longestWord.test(text)) return true;
  return text.split(/\n{2,}/).some((paragraph) => (paragraph.match(/[*_~]/g)?.length ?? 0) > mostSigns);
}

/** A stranger's text of several lines, as written. */
export function PlainText({ of }: { of: string }) {
  return (
    <div class="prose plain" dir="auto">
      {visible(of)}
    </div>
  );
}

function Rendered({ of, breaks }: { of: string; breaks: boolean }) {
  const tokens = useMemo(() => marked.lexer(visible(of), { gfm: true, breaks }), [of, breaks]);
  return <div class="prose">{blocks(tokens, 0)}</div>;
}

/** Shows something else if a text cannot be rendered. */
class Guard extends Component<{ otherwise: ComponentChildren; children: ComponentChildren }, { failed: boolean }> {
  override state = { failed: false };
  override componentDidCatch() {
    this.setState({ failed: true });
  }
  override render() {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}

function blocks(tokens: Token[], depth: number): ComponentChildren {
  return tokens.map((token, n) => <Block key={n} of={token as Tokens.Generic} depth={depth} />);
}

function Block({ of, depth }: { of: Tokens.Generic; depth: number }): ComponentChildren {
  if (depth > deepest) return <p dir="auto">{of.raw}</p>;
  switch (of.type) {
    case "space":
    case "def":
      return null;
    case "heading":
      return <Heading of={of as Tokens.Heading} />;
    case "code":
      return <CodeBlock of={of as Tokens.Code} />;
    case "blockquote":
      return <blockquote>{blocks(of.tokens ?? [], depth + 1)}</blockquote>;
    case "list":
      return <List of={of as Tokens.List} depth={depth} />;
    case "table":
      return <Table of={of as Tokens.Table} />;
    case "hr":
      return <hr />;
    case "paragraph":
      return <p dir="auto">{inlines(of.tokens)}</p>;
    case "text":
      return <span dir="auto">{inlines(of.tokens) ?? of.text}</span>;
    case "checkbox":
      return null; // the list draws it
    default:
      return <p dir="auto">{of.raw.trim()}</p>; // HTML, and what a later version may add
  }
}

/** A heading. The page and the speaker have the first two levels. */
function Heading({ of }: { of: Tokens.Heading }) {
  const Level = `h${Math.min(6, of.depth + 2)}` as "h3";
  return <Level dir="auto">{inlines(of.tokens)}</Level>;
}

function CodeBlock({ of }: { of: Tokens.Code }) {
  return (
    <figure class="code-block">
      {of.lang && <figcaption class="meta">{of.lang.slice(0, 40)}</figcaption>}
      <pre class="code" dir="auto" tabIndex={0} aria-label={of.lang ? `code, ${visible(of.lang.slice(0, 40))}` : "code"}>
        {of.text}
      </pre>
    </figure>
  );
}

function List({ of, depth }: { of: Tokens.List; depth: number }) {
  const items = of.items.map((item, n) => (
    <li key={n} class={item.task ? "task" : undefined}>
      {item.task && <span aria-label={item.checked ? "done" : "to do"}>{item.checked ? "☑ " : "☐ "}</span>}
      {blocks(item.tokens, depth + 1)}
    </li>
  ));
  return of.ordered ? <ol start={of.start || 1}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ of }: { of: Tokens.Table }) {
  return (
    <div class="table" role="group" aria-label="table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {of.header.map((cell, n) => (
              <th key={n} dir="auto" class={cell.align ?? undefined}>
                {inlines(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.rows.map((row, n) => (
            <tr key={n}>
              {row.map((cell, m) => (
                <td key={m} dir="auto" class={cell.align ?? undefined}>
                  {inlines(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inlines(tokens: Token[] | undefined, depth = 0): ComponentChildren {
  return tokens?.map((token, n) => <Inline key={n} of={token as Tokens.Generic} depth={depth} />);
}

function Inline({ of, depth }: { of: Tokens.Generic; depth: number }): ComponentChildren {
  const within = () => (depth > deepest ? of.raw : inlines(of.tokens, depth + 1));
  switch (of.type) {
    case "strong":
      return <strong>{within()}</strong>;
    case "em":
      return <em>{within()}</em>;
    case "del":
      return <del>{within()}</del>;
    case "codespan":
      return <code>{of.text}</code>;
    case "br":
      return <br />;
    case "link":
      return <Link to={String(of.href)} raw={of.raw}>{within()}</Link>;
    case "image":
      return <span class="picture">{`${of.text || "picture"} (${of.href})`}</span>;
    case "text":
      return of.tokens ? <>{within()}</> : <>{of.text}</>;
    case "escape":
      return <>{of.text}</>;
    default:
      return <>{of.raw}</>;
  }
}

function Link({ to, raw, children }: { to: string; raw: string; children: ComponentChildren }) {
  if (!/^(https?:\/\/|mailto:)/i.test(to)) return <>{raw}</>;
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" title={visible(to)}>
      <bdi>{children}</bdi>
    </a>
  );
}
