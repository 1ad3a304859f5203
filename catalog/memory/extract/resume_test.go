package extract_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/catalog/memory"
	"stead/catalog/memory/extract"
	"stead/internal/testkit/fixtures"
	"stead/readers"
)

// fromTheBeginning is a reader that cannot read on.
type fromTheBeginning struct {
	readers.Reader
	readers.Translator
}

// TestReadingOnSaysTheSameAsReadingAnew has recorded sessions grow record by record, and compares what comes of reading
// on with what comes of reading the session from its beginning each time. Of a whole session, all is there. Beside that
// there may be what a record seemed to say before the next one came.
func TestReadingOnSaysTheSameAsReadingAnew(t *testing.T) {
	for fixture, path := range map[string]string{
		"claude/tools.jsonl":                ".claude/projects/-code/" + firstID + ".jsonl",
		"claude/reallife-tour.jsonl":        ".claude/projects/-code/" + firstID + ".jsonl",
		"claude/compaction.jsonl":           ".claude/projects/-code/" + firstID + ".jsonl",
		"claude/subagent.jsonl":             ".claude/projects/-code/" + firstID + ".jsonl",
		"claude/reallife-background.jsonl":  ".claude/projects/-code/" + firstID + ".jsonl",
		"qwen/02-tools.jsonl":               ".qwen/projects/-code/chats/" + firstID + ".jsonl",
		"qwen/07-v0.24.4-compression.jsonl": ".qwen/projects/-code/chats/" + firstID + ".jsonl",
		"pi/reallife-tour.jsonl":            ".pi/agent/sessions/--code--/2026-11-20T18-00-00-000Z_" + firstID + ".jsonl",
	} {
		t.Run(fixture, func(t *testing.T) {
			content := fixtures.Read(t, fixture)
			whole := newPlace(t)
			fixtures.Put(t, filepath.Join(whole.Host.Home, path), content)
			whole.run()
			on, anew := newPlace(t), newPlace(t)
			for i, r := range anew.Readers {
				if translator, ok := r.(readers.Translator); ok {
					anew.Readers[i] = fromTheBeginning{r, translator}
				}
			}
			on.grow(path, content)
			anew.grow(path, content)
			if diff := cmp.Diff(anew.said(), on.said()); diff != "" {
				t.Errorf("read on (+) it says something else than read anew (-)\n%s", diff)
			}
			said := on.said()
			for _, one := range whole.said() {
				if !slices.Contains(said, one) {
					t.Errorf("%s is missing", one)
				}
			}
			if more := len(said) - len(whole.said()); more > 4 {
				t.Errorf("there are %d more than in the whole", more)
			}
		})
	}
}

// grow has a session grow, and extracts again and again.
func (p place) grow(path string, content []byte) {
	p.t.Helper()
	target := filepath.Join(p.Host.Home, path)
	fixtures.Put(p.t, target, nil)
	file, err := os.OpenFile(target, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		p.t.Fatal(err)
	}
	defer file.Close()
	lines := slices.Collect(bytes.Lines(content))
	for i, line := range lines {
		if _, err := file.Write(line); err != nil {
			p.t.Fatal(err)
		}
		if i%3 == 0 || i == len(lines)-1 {
			p.tryRun()
		}
	}
}

// tryRun extracts from a session that may be too short to be one.
func (p place) tryRun() { _, _ = extract.Run(p.t.Context(), p.Options) }

// said returns what the events of all sessions say, and the texts, in an order of their own.
func (p place) said() []string {
	messages, events := p.files()
	var said []string
	for _, e := range decode[memory.Event](p.t, events) {
		if e.About == nil {
			said = append(said, fmt.Sprintf("%s %s line %d %s %s %s", e.Session, e.Kind, e.Line, e.CallID, e.Tool, e.Hash))
		}
	}
	for _, m := range decode[memory.Message](p.t, messages) {
		said = append(said, fmt.Sprintf("%s %s %s", m.Hash, m.Metadata.Kind, m.Metadata.Tool))
	}
	slices.Sort(said)
	return said
}
