package catalog

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"iter"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/timeline"
)

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func wide(text string) string {
	b := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		b = append(b, byte(unit), byte(unit>>8))
	}
	return string(b)
}

func TestFilesOfNoKnownFormatAreToldApart(t *testing.T) {
	session := string(fixtures.Read(t, "claude/tools.jsonl"))
	for _, c := range []struct{ name, content, like, advice string }{
		{"zip", "PK\x03\x04\x14\x00\x00\x00", "a zip archive", "unpack it"},
		{"gzip", zipped(t, session), "a gzip archive", "unpack it"},
		{"another program's database", "SQLite format 3\x00" + strings.Repeat("\x00", 100),
			"a SQLite database without sessions of OpenCode", "opencode.db"},
		{"redirected by PowerShell", wide(session), "UTF-16", "convert it to UTF-8"},
		{"terminal recording", `{"version":3,"term":{"cols":80,"rows":24}}` + "\n[0.1,\"o\",\"x\"]\n",
			"a recording of a terminal", "name the session"},
		{"older terminal recording", `{"version": 2, "width": 80, "height": 24}` + "\n", "a recording of a terminal",
			"name the session"},
		{"ChatGPT", `[{"title":"Hello","create_time":1.5,"mapping":{"a":{}},"current_node":"a"}]`, "ChatGPT's export",
			"AI coding CLIs"},
		{"Claude on the web", `[{"uuid":"x","name":"Hello","chat_messages":[]}]`, "Claude's export", "AI coding CLIs"},
		{"part of OpenCode", `{"id":"prt_1","sessionID":"ses_1","messageID":"msg_1","type":"reasoning","text":"x"}`,
			"a part of a message of OpenCode", "opencode.db"},
		{"history of items", `{"type":"reasoning","id":"rs_1","summary":[]}` + "\n" +
			`{"type":"message","role":"user","content":[]}`, "a history in the form of OpenAI's API", "AI coding CLIs"},
		{"exported page", "\n<!DOCTYPE html>\n<html lang=\"en\">", "a web page", "cannot be read back"},
		{"exported Markdown", "# Fix the bug\n\n- Session: x\n", "Markdown", "cannot be read back"},
		{"JSON", `{"name":"x"}`, "JSON of another kind", "claude     CLAUDE's sign"},
		{"text", "Hello there,\nhow are you?\n", "text", "name its CLI: claude:FILE"},
		{"program", "\x7fELF\x02\x01\x01\x00\x00", "no text", "Formats recognized by content"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t)
			path := m.file(filepath.Join(m.home, "file.jsonl"), c.content) // the name promises what the content does not keep
			_, err := m.Resolve(context.Background(), path)
			var unknown *FormatError
			if !errors.As(err, &unknown) || !errors.Is(err, adapter.ErrFormat) {
				t.Fatalf("error %v, want a FormatError", err)
			}
			if !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), c.like) ||
				!strings.Contains(unknown.Hint(), c.advice) {
				t.Errorf("%v\n%s\nlack %q or %q", err, unknown.Hint(), c.like, c.advice)
			}
		})
	}
}

// database is a CLI whose file or folder holds several sessions: their ids, a line each.
type database struct{ fake }

func (d database) Contents(_ context.Context, path string) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		ids, err := filepath.Glob(filepath.Join(path, "ses_*"))
		if filepath.Base(path) == "sessions.db" {
			ids = []string{"ses_1", "ses_2"}
		}
		if filepath.Base(path) == "broken.db" {
			err = errors.New("locked")
		}
		if err != nil {
			yield(timeline.Summary{}, err)
			return
		}
		for _, id := range append(ids, "agent") {
			s := timeline.Summary{CLI: d.name, ID: filepath.Base(id), Path: path, Title: "About " + filepath.Base(id)}
			if id == "agent" {
				s.Parent = "ses_1"
			}
			if !yield(s, nil) {
				return
			}
		}
	}
}

func TestSessionsInsideOfDatabasesAndFolders(t *testing.T) {
	m := newMachine(t)
	m.Catalog = New(m.options.with(database{fake{"opencode", "x"}}))
	db := m.file(filepath.Join(m.home, "sessions.db"), "opencode\n")
	broken := m.file(filepath.Join(m.home, "broken.db"), "opencode\n")
	late := m.file(filepath.Join(m.home, "late", "sessions.db"),
		"SQLite format 3\x00, and the reader's own signs far behind")
	one := filepath.Dir(m.file(filepath.Join(m.home, "one", "ses_7"), ""))
	none := filepath.Dir(m.file(filepath.Join(m.home, "none", "x"), ""))
	marked := m.file(filepath.Join(m.home, "a#b.jsonl"), "claude\n\n\n\n")
	for reference, want := range map[string]string{
		late + "#ses_2": "opencode:ses_2",
		one:             "opencode:ses_7", db + "#ses_2": "opencode:ses_2", one + "#ses": "opencode:ses_7",
		"opencode:" + db + "#ses_1": "opencode:ses_1", marked: marked,
	} {
		if source, err := m.Resolve(context.Background(), reference); err != nil || source.Reference() != want {
			t.Errorf("%s is %s, %v; want %s", reference, source.Reference(), err, want)
		}
	}
	for reference, want := range map[string]struct {
		is   error
		says string
	}{
		db:              {ErrAmbiguous, "it holds 2 sessions\n" + "name one of them:\n  " + db + "#ses_1  About ses_1"},
		db + "#ses_9":   {adapter.ErrNotFound, "the id of none of the 2 sessions in it"},
		broken:          {nil, "locked"},
		none:            {ErrReference, "holds no session that stead knows"},
		none + "#ses_1": {ErrReference, "holds no session"},
	} {
		_, err := m.Resolve(context.Background(), reference)
		if err == nil || want.is != nil && !errors.Is(err, want.is) {
			t.Errorf("%s: error %v, want %v", reference, err, want.is)
			continue
		}
		text := err.Error()
		var hinted interface{ Hint() string }
		if errors.As(err, &hinted) {
			text += "\n" + hinted.Hint()
		}
		if !strings.Contains(text, want.says) {
			t.Errorf("%s: the error\n%s\ndoes not say %q", reference, text, want.says)
		}
	}
}
