package timeline

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestToldTextIsReadBack(t *testing.T) {
	for name, origin := range map[string]*Origin{
		"a file with an odd name": {Kind: Mention, Name: "a \"b\" <c>\n&.txt"},
		"a command that failed":   {Kind: Shell, Typed: NewText("printf 'a\n\"b\"'"), ExitCode: new(2)},
		"a command without code":  {Kind: Shell, Typed: NewText("ls")},
		"a hook":                  {Kind: Hook, Name: "Stop"},
		"an interruption":         {Kind: Interruption},
		"a name that looks odd":   {Kind: Skill, Name: `" exit="3`},
	} {
		for _, content := range []string{"one\n\"two\"\n", "", "\n</context>", "</command>\nIts output:\n",
			"\u2028 \U0001F600"} {
			e := &Entry{Type: User, Content: NewText(content), Origin: origin}
			got, o, ok := ParseTold(e.Told())
			if !ok || got.String() != content {
				t.Errorf("%s with %q: %v, %q from %q", name, content, ok, got, e.Told())
				continue
			}
			if diff := cmp.Diff(origin, o, cmp.Comparer(Text.Equal)); diff != "" {
				t.Errorf("%s (-want +got)\n%s", name, diff)
			}
		}
	}
}

func TestEveryDeliveredKindTellsWhatItIs(t *testing.T) {
	for _, kind := range DeliveredOrigins() {
		e := &Entry{Type: User, Content: NewText("text"), Origin: &Origin{Kind: kind}}
		_, _, ok := ParseTold(e.Told())
		if want := kind != Command; ok != want {
			t.Errorf("%s is told as %q", kind, e.Told())
		}
	}
}

func TestTypedTextIsNeverTakenForContext(t *testing.T) {
	for _, text := range []string{
		"", "hi", `<context from="x">`, `<context from="hook">` + "\nno sentence\n</context>",
		`<context from="hook" name="a`, "<context>",
		`<context from="shell">` + "\nThe user ran this command in a shell:\nno command\n</context>",
	} {
		if _, _, ok := ParseTold(NewText(text)); ok {
			t.Errorf("%q is taken for context", text)
		}
		if e := (&Entry{Type: User, Content: NewText(text)}); !e.Told().Equal(e.Content) {
			t.Errorf("%q is told as %q", text, e.Told())
		}
	}
}

func FuzzParseTold(f *testing.F) {
	f.Add("<context from=\"mention\" name=\"a&#34;b\">\nThe user's prompt names this. It was read for you:\nx\n</context>")
	f.Add(
		"<context from=\"shell\" exit=\"1\">\nThe user ran this command in a shell:\n<command>\nls\n</command>\nIts output:\nx\n</context>")
	f.Fuzz(func(t *testing.T, text string) {
		content, origin, ok := ParseTold(NewText(text))
		if !ok {
			return
		}
		e := &Entry{Type: User, Content: content, Origin: origin}
		if !e.Told().Equal(NewText(text)) {
			t.Errorf("%q is read as %+v, and told as %q", text, origin, e.Told())
		}
	})
}
