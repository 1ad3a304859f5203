package mention_test

import (
	"testing"

	"stead/internal/adapt/mention"
	"stead/timeline"
)

func TestFiles(t *testing.T) {
	var files mention.Files
	text := timeline.NewText
	if files.Begin(text("a prompt")) || files.Open {
		t.Error("a prompt begins the files")
	}
	if !files.Begin(text(mention.Begin)) || !files.Open {
		t.Error("the mark begins no files")
	}
	for _, step := range []struct {
		part string
		kind mention.Kind
		name string
	}{
		{"a picture's note", mention.Nameless, ""},
		{mention.Head("@a.md"), mention.Name, "a.md"},
		{"content", mention.Content, ""},
		{mention.Head("b.md"), mention.Name, "b.md"},
		{mention.Begin, mention.Content, ""},
		{mention.End, mention.Ended, ""},
	} {
		if files.Named && files.Begin(text(step.part)) {
			t.Errorf("%q begins the files again", step.part)
		}
		if kind, name := files.Read(text(step.part)); kind != step.kind || name != step.name {
			t.Errorf("%q is %d %q", step.part, kind, name)
		}
	}
	if files != (mention.Files{}) {
		t.Errorf("%+v after the end", files)
	}
}
