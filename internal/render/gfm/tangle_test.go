package gfm

import (
	"strings"
	"testing"
	"time"
)

// Everything that people write is parsed as Markdown: the limits are beyond it.
func TestTheWorkOfAParserIsBounded(t *testing.T) {
	times := strings.Repeat
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"nothing":                           {"", true},
		"a text of the greatest length":     {times("a ", longest/2), true},
		"a longer text":                     {times("a ", longest/2) + "a", false},
		"lists in lists":                    {times("- ", deepest) + "a", true},
		"too many lists in lists":           {times("- ", deepest+1), false},
		"too many of another mark":          {times("+ ", deepest+1), false},
		"too many of the third mark":        {times("* ", deepest+1), false},
		"too many of all marks, indented":   {times(" \t- + * > ", deepest/4) + "- ", false},
		"quotes in lists":                   {times("> - ", deepest/2), true},
		"too many quotes in lists":          {times("> - ", deepest/2) + ">", false},
		"lists one below the other":         {times(times("- ", deepest)+"a\n", 3), true},
		"marks behind a text":               {"a " + times("- ", deepest+1), true},
		"a line across":                     {times("-", deepest+1), true},
		"stars around a word":               {times("*a ", deepest+1), true},
		"a second line with too many":       {"a\n" + times("- ", deepest+1), false},
		"brackets":                          {times("[", deepest), true},
		"too many brackets":                 {times("[", deepest+1), false},
		"too many brackets with spaces":     {times("[ \t", deepest+1), false},
		"too many brackets of all kinds":    {"a" + times("[]!(<", deepest/5) + "<<>>>", false},
		"brackets around words":             {times("[a", deepest+1), true},
		"links that are begun":              {times("](a", deepest), true},
		"too many links that are begun":     {times("](a", deepest+1), false},
		"links":                             {times("[a](b) ", 2*deepest), true},
		"parentheses that are begun":        {times("a (b ", deepest+1), true},
		"double brackets":                   {times("[[a]] ", deepest+1), true},
		"a parenthesis at the beginning":    {"(a", true},
		"brackets and links that are ended": {times("](a)", deepest+1), true},
	} {
		document, source, ok := Parse(c.text)
		if ok != c.want || ok && (document == nil || string(source) != c.text) || !ok && (document != nil || source != nil) {
			t.Errorf("%s: it is read: %v", name, ok)
		}
		if isText := strings.HasPrefix(HTML(c.text), "<pre>"); isText == c.want {
			t.Errorf("%s: it is shown as it stands: %v", name, isText)
		}
		if isCode := strings.HasPrefix(Inert(c.text), "```"); isCode == c.want {
			t.Errorf("%s: it stands in the other document as code: %v", name, isCode)
		}
	}
}

func TestATreeRefersToItsText(t *testing.T) {
	document, source, ok := Parse("# Title\n\ntext")
	if !ok || document.ChildCount() != 2 || string(document.FirstChild().Lines().Value(source)) != "Title" {
		t.Errorf("got %v of %q", document, source)
	}
}

// TestTextThatWasMadeToKeepAParserBusyDoesNot guards against inputs whose work grows with the square of their length.
func TestTextThatWasMadeToKeepAParserBusyDoesNot(t *testing.T) {
	for name, unit := range map[string]string{
		"brackets": "[", "quotes": ">", "emphasis": "*a ", "alternating": "*a_b ", "code": "`a", "links": "[a](",
		"pictures": "![a", "lists": "- ",
		"tags": "<a ", "comments": "<!--", "references": "[a]: b\n", "table": "|a", "entities": "&amp", "deep": "  - a\n",
		"autolinks": "https://a.b ",
		"mail":      "a@b ", "backslashes": "\\", "parentheses": "](", "tildes": "~a~", "headings": "#",
		"emphases": "**a *b ",
		"nested":   "> - ", "underscores": "a__b",
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
