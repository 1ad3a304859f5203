package gfm

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// trustful is a viewer that believes its document: it renders HTML as HTML, and loads pictures.
var trustful = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))

// trusted is a tag that a document may hold in which strangers' texts stand: links lead to the web or to files,
// pictures are files.
var trusted = regexp.MustCompile(
	`^<(/?(p|em|strong|code|pre|h[1-6]|ul|ol|li|blockquote|table|thead|tbody|tr|th|td|del|hr|br|a|input)` +
		`( (title="[^"<]*"|class="language-[^"<]*"|start="\d+"|style="text-align:(left|right|center)"|checked=""|disabled=""|type="checkbox"` +
		`|href="((?i:https?|mailto|ftp):[^"<>]*|` + file + `)"))*|img src="` + file + `" alt="[^"<]*"( title="[^"<]*")?)>`)

const file = `(/?[^"/:<>&\\]+(/[^"<>]*)?|/)?`

// next stands behind the text in the document: its brackets are no links, whatever the text defines.
const next = "next [it][it] [q] ![p][q] [a] &lt;!-- * ` ~~~"

// isInert looks at a document with the text, as the trustful viewer shows it.
func isInert(t *testing.T, source, got string) {
	t.Helper()
	var rendered bytes.Buffer
	if err := trustful.Convert([]byte(got+"\n"+next+"\n"), &rendered); err != nil {
		t.Fatal(err)
	}
	page := rendered.String()
	for i := range len(page) {
		if page[i] == '<' && !trusted.MatchString(page[i:]) {
			t.Errorf("%q became %q, where %.60q is alive", source, got, page[i:])
			return
		}
	}
	if !strings.HasSuffix(page, "<p>"+next+"</p>\n") {
		t.Errorf("%q became %q, which swallows what comes behind it: %q", source, got, page)
	}
}

func TestATextIsInertInAnotherDocument(t *testing.T) {
	for _, source := range hostile {
		isInert(t, source, Inert(source))
	}
}

// Escaped text is shown unchanged: a reader sees what the stranger wrote.
func TestOnlyWhatWouldComeAliveIsEscaped(t *testing.T) {
	for source, want := range map[string]string{
		"a <b>bold</b> word":                  `a \<b>bold\</b> word`,
		"<div>\n<p>x</p>\n</div> < y":         "\\<div>\n\\<p>x\\</p>\n\\</div> \\< y",
		"<!--\nx\n--> <i>y</i>":               "\\<!--\nx\n--> \\<i>y\\</i>",
		"<!-- <i> -->":                        `\<!-- \<i> -->`,
		"a\x00b":                              "a\uFFFDb",
		"ends \n\t \n":                        "ends",
		"[x](javascript:b) [y](https://a.b)":  `\[x](javascript:b) [y](https://a.b)`,
		"[![p](https://a.b)](javascript:b)":   `\[\![p](https://a.b)](javascript:b)`,
		"![p](javascript:b)":                  `\!\[p](javascript:b)`,
		"![p](https://a.b/p.png)":             `\![p](https://a.b/p.png)`,
		"![p](p.png) ![q](a/p:q.png)":         "![p](p.png) ![q](a/p:q.png)",
		"[x][it]\n\n  [it]: https://a.b 'c'":  "[x][it]\n\n  \\[it]: https://a.b 'c'",
		"> [it]: x\n\ny":                      "> \\[it]: x\n\ny",
		"<javascript:b> <https://a.b>":        `\<javascript:b> <https://a.b>`,
		"<a@b.example> ftp://a.b/c <b>":       `<a@b.example> ftp://a.b/c \<b>`,
		"```go\ncode [x](javascript:b)\n```":  "```go\ncode [x](javascript:b)\n```",
		"~~~~ js\nopen":                       "~~~~ js\nopen\n~~~~",
		"```\nopen":                           "```\nopen\n```",
		"text\n\n  ````\nopen ``` still":      "text\n\n  ````\nopen ``` still\n````",
		"- a\n  ```\n  open":                  "- a\n  ```\n  open",
		"# T\n\n`<b>`, a < b, [f](s/m.go:12)": "# T\n\n`<b>`, a < b, [f](s/m.go:12)",
		"1. a\n\n|a|\n|-|\n|1|":               "1. a\n\n|a|\n|-|\n|1|",
	} {
		if got := Inert(source); got != want+"\n" {
			t.Errorf("%q became %q, not %q", source, got, want+"\n")
		}
	}
}

// A viewer loads pictures from another host if it can: the author of the text would learn who reads it.
func TestLinksLeadToTheWebOrToFiles(t *testing.T) {
	for destination, isFile := range map[string]bool{
		"main.go": true, "src/main.go": true, "/src/main.go": true, "../x": true, "src/a:b": true, "src/%41&amp;": true,
		"#part": true, "": true, "/": true,
		"main.go:12": false, "c:\\x": false, "java%73cript:x": false, "a%3Ab": false, "java&#115;cript&#58;x": false,
		"a&colon;b":            false,
		"//evil.example/p.png": false, "///evil.example/p.png": false, "/&#47;evil.example/p.png": false,
		"&#47;/evil.example/p.png": false,
		`/\/evil.example/p.png`:    false, `\//evil.example/p.png`: false, "</\t/evil.example/p.png>": false,
		"< //evil.example/p.png>": false,
	} {
		link, picture := "[x]("+destination+")", "![x]("+destination+")"
		if got := Inert(link); (got == link+"\n") != isFile || !isFile && got != `\`+link+"\n" {
			t.Errorf("%q became %q", link, got)
		}
		if got := Inert(picture); (got == picture+"\n") != isFile || !isFile && got != `\!\`+link+"\n" {
			t.Errorf("%q became %q", picture, got)
		}
		isInert(t, link+picture, Inert(link+picture))
	}
}

// Each part hides the next one, so escaping it reveals the next. At some point, the rest stays hidden in a block of
// code.
func TestWhatCannotBeMadeInertIsCode(t *testing.T) {
	source := strings.Repeat("<!--\n", 9) + "[x](javascript:b)"
	got := Inert(source)
	isInert(t, source, got)
	nested := "[a\n\n<!-- `<b>` -->\n~~~\n<i>"
	isInert(t, nested, Inert(nested))
}

func TestACodeBlockHoldsItsTextAlone(t *testing.T) {
	for code, want := range map[string]string{
		"":                     "```sh\n\n```\n",
		"ls":                   "```sh\nls\n```\n",
		"ls\n":                 "```sh\nls\n```\n",
		"a ` b `` c":           "```sh\na ` b `` c\n```\n",
		"```\ninner\n````\n`x": "`````sh\n```\ninner\n````\n`x\n`````\n",
	} {
		if got := Fence(code, "sh"); got != want {
			t.Errorf("%q became %q, not %q", code, got, want)
		}
	}
}

func TestLiveHTMLIsWhatAViewerTakesForIt(t *testing.T) {
	got := LiveHTML("a <b>x</b> `<i>`\n\n<div>\ny\n</div>\n\n    <code>\n")
	if want := []string{"<b>", "</b>", "<div>\ny\n</div>\n"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzInert(f *testing.F) {
	for _, source := range hostile {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		got := Inert(source)
		isInert(t, source, got)
		isDead(t, source, HTML(source))
	})
}
