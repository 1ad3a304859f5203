package gfm

import (
	"regexp"
	"strings"
	"testing"
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
var allowed = regexp.MustCompile(
	`^</?(p|a|em|strong|code|pre|h[1-6]|ul|ol|li|blockquote|table|thead|tbody|tr|th|td|del|hr|br|input)` +
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

func TestWhatWouldComeAliveIsShown(t *testing.T) {
	for source, want := range map[string]string{
		"Use <b>bold</b>.":                 "<p>Use &lt;b&gt;bold&lt;/b&gt;.</p>",
		`a <b title="\*&amp;">`:            `<p>a &lt;b title=&quot;\*&amp;amp;&quot;&gt;</p>`,
		"<div>\nblock\n</div>":             "<pre><code>&lt;div&gt;\nblock\n&lt;/div&gt;</code></pre>",
		"<!-- a\ncomment --> b":            "<pre><code>&lt;!-- a\ncomment --&gt; b</code></pre>",
		"[main.go](src/main.go:12)":        "<p>main.go (src/main.go:12)</p>",
		"[a **b**](javascript:b)":          "<p>a <strong>b</strong> (javascript:b)</p>",
		"[see javascript:b](javascript:b)": "<p>see javascript:b</p>",
		"[ab:](b:a)":                       "<p>ab: (b:a)</p>",
		"[x]()":                            "<p>x</p>",
		"[x](https)":                       "<p>x (https)</p>",
		"<javascript:b>":                   "<p>javascript:b</p>",
		"![p *q*](javascript:b)":           "<p><em>picture p <em>q</em></em></p>",
		"![logo](https://x.example/l)":     `<p><a href="https://x.example/l">picture logo</a></p>`,
		"![logo](x.png)":                   "<p><em>picture logo</em></p>",
	} {
		if got := strings.TrimSuffix(HTML(source), "\n"); got != want {
			t.Errorf("%q became %q, not %q", source, got, want)
		}
	}
}

func TestMarkdownIsRendered(t *testing.T) {
	for source, want := range map[string]string{
		"[x](https://example.org)": `<p><a href="https://example.org">x</a></p>`,
		"[x](HTTP://example.org)":  `<p><a href="HTTP://example.org">x</a></p>`,
		"[x](mailto:a@b.example)":  `<p><a href="mailto:a@b.example">x</a></p>`,
		"<https://example.org>":    `<p><a href="https://example.org">https://example.org</a></p>`,
		"<a@b.example>":            `<p><a href="mailto:a@b.example">a@b.example</a></p>`,
		"- [x] done":               "<ul>\n<li><input checked=\"\" disabled=\"\" type=\"checkbox\"> done</li>\n</ul>",
		"~~old~~":                  "<p><del>old</del></p>",
	} {
		if got := strings.TrimSuffix(HTML(source), "\n"); got != want {
			t.Errorf("%q became %q, not %q", source, got, want)
		}
	}
}
