package gfm

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// hostile are texts that would come alive, or swallow what stands behind them.
var hostile = []string{
	"<script>alert(1)</script>",
	"a <script>alert(1)</script> b",
	"<img src=x onerror=alert(1)>",
	"text <a href='javascript:alert(1)' onclick=alert(1)>x</a>",
	"</details></div></body>",
	"x\n</details>\n\ny",
	"<!-- never closed",
	"<!-- <script>alert(1)</script> -->",
	"<div>\n```\n<script>alert(1)</script>\n</div>",
	"<pre>\n\n<script>alert(1)</script>",
	"<svg/onload=alert(1)>",
	"<a\nhref=x\nonclick=alert(1)>multi\nline</a>",
	"\\<b>bold</b> \\\\<script>alert(1)</script>",
	"[click](javascript:alert(1))",
	"[click](JaVaScRiPt:alert(1))",
	"[click](java&#115;cript:alert(1))",
	"[click](<java\tscript:alert(1)>)",
	"[click](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
	"[click](vbscript:x)",
	"[click][it]\n\n[it]: javascript:alert(1)",
	"![p](javascript:alert(1))",
	"![p](https://tracker.example/p.png)",
	"![p][q]\n\n[q]: https://tracker.example/p.png",
	"<javascript:alert(1)>",
	"```\nan open fence",
	"~~~~ js\nan open fence\n~~~",
	"- item\n  ```\n  open in a list",
	"> ```\n> open in a quote",
	"| a |\n| - |\n| <script>alert(1)</script> |",
	"# <script>alert(1)</script>",
	"`<script>` and ``<b>``",
	"    <script>indented</script>",
	"[x](https://example.org/\"onmouseover=\"alert(1))",
	"[x](https://example.org 'a\" onmouseover=\"alert(1)')",
	"<https://example.org/\"onmouseover=\"alert(1)>",
	"https://example.org/\"><script>alert(1)</script>",
	"```\"><script>alert(1)</script>\ncode\n```",
	"<?php system('x'); ?>", "<![CDATA[ <script>alert(1)</script> ]]>", "<!DOCTYPE html>",
}

// allowed is a tag that a rendering may hold, with its attributes.
var allowed = regexp.MustCompile(`^</?(p|a|em|strong|code|pre|h[1-6]|ul|ol|li|blockquote|table|thead|tbody|tr|th|td|del|hr|br|input)` +
	`( (href="(?i:https?|mailto):[^"<>]*"|title="[^"<]*"|class="language-[^"<]*"|start="\d+"|style="text-align:(left|right|center)"|checked=""|disabled=""|type="checkbox"))*>`)

func isDead(t *testing.T, source, rendered string) {
	t.Helper()
	for i := range len(rendered) {
		if rendered[i] == '<' && !allowed.MatchString(rendered[i:]) {
			t.Errorf("%q became %q, which holds %.60q", source, rendered, rendered[i:])
			return
		}
	}
}

func TestNothingOfAStrangerComesAlive(t *testing.T) {
	for _, source := range hostile {
		isDead(t, source, HTML(source))
	}
}

func TestRawHTMLIsShown(t *testing.T) {
	for source, want := range map[string]string{
		"Use <b>bold</b>.":                  "Use &lt;b&gt;bold&lt;/b&gt;.",
		"<div>\nblock\n</div>":              "&lt;div&gt;\nblock\n&lt;/div&gt;",
		"<!-- a\ncomment -->":               "comment --&gt;",
		"[main.go](src/main.go:12)":         "main.go (src/main.go:12)",
		"[a](javascript:b)":                 "a (javascript:b)",
		"![logo](https://x.example/l)":      `<a href="https://x.example/l">picture logo</a>`,
		"[x](https://example.org)":          `<a href="https://example.org">x</a>`,
		"- [x] done\n\n~~old~~\n\n|a|\n|-|": "<del>old</del>",
	} {
		if got := HTML(source); !strings.Contains(got, want) {
			t.Errorf("%q became %q, which lacks %q", source, got, want)
		}
	}
}

// TestInertTextIsInertInAnotherDocument renders as a viewer does that trusts its document, and looks at what stands behind the text.
func TestInertTextIsInertInAnotherDocument(t *testing.T) {
	for _, source := range hostile {
		got := Inert(source)
		if escapes := dangers(parse(got), []byte(got)); len(escapes) > 0 {
			t.Errorf("%q became %q, where something at %v is alive", source, got, escapes)
		}
		isDead(t, source, HTML(got))
		if !swallowsNothing(got) {
			t.Errorf("%q became %q, which swallows what comes behind it", source, got)
		}
	}
}

func swallowsNothing(markdown string) bool {
	source := strings.TrimRight(markdown, "\n")
	return isContained(parse(source+behind), source)
}

func TestHarmlessTextStaysAsItIs(t *testing.T) {
	for _, source := range []string{
		"# Title\n\nText with `<code>` and **bold**, a < b, [a link](https://example.org) and [a file](src/main.go).\n\n```html\n<script>\n```\n",
		"1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
	} {
		if got := Inert(source); got != source {
			t.Errorf("%q became %q", source, got)
		}
	}
}

func TestOpenFenceIsClosed(t *testing.T) {
	if got, want := Inert("~~~~ js\nopen"), "~~~~ js\nopen\n~~~~\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFenceIsLongerThanWhatItHolds(t *testing.T) {
	const code = "```\ninner\n````\n"
	if got, want := Fence(code, "sh"), "`````sh\n"+code+"`````\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestTextThatWasMadeToKeepAParserBusyDoesNot guards against inputs whose work grows with the square of their length.
func TestTextThatWasMadeToKeepAParserBusyDoesNot(t *testing.T) {
	for name, unit := range map[string]string{
		"brackets": "[", "quotes": ">", "emphasis": "*a ", "alternating": "*a_b ", "code": "`a", "links": "[a](", "pictures": "![a", "lists": "- ",
		"tags": "<a ", "comments": "<!--", "references": "[a]: b\n", "table": "|a", "entities": "&amp", "deep": "  - a\n", "autolinks": "https://a.b ",
		"mail": "a@b ", "backslashes": "\\", "parentheses": "](", "tildes": "~a~", "headings": "#", "emphases": "**a *b ", "nested": "> - ", "underscores": "a__b",
	} {
		source := strings.Repeat(unit, 100_000/len(unit))
		for _, f := range []func(string) string{HTML, Inert} {
			began := time.Now()
			f(source)
			if took := time.Since(began); took > time.Minute { // far above what a busy machine needs
				t.Errorf("%s: %v", name, took)
			}
		}
	}
}

func FuzzInert(f *testing.F) {
	for _, source := range hostile {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		got := Inert(source)
		if !swallowsNothing(got) {
			t.Errorf("%q swallows what comes behind it", got)
		}
		isDead(t, source, HTML(got))
		isDead(t, source, HTML(source))
	})
}
