package extract_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog/memory"
	"stead/catalog/memory/extract"
	"stead/internal/testkit/corpus/home"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/memoryfiles"
	"stead/timeline"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// place is a home with a memory folder.
type place struct {
	extract.Options
	t testing.TB
}

func newPlace(t testing.TB) place {
	t.Helper()
	folder := t.TempDir()
	return place{extract.Options{Folder: filepath.Join(folder, "memory"), Readers: adapters.Readers(),
		Host: host(filepath.Join(folder, "home"))}, t}
}

// smallHome has sessions of every CLI.
func smallHome(t testing.TB) place {
	t.Helper()
	p := newPlace(t)
	if _, err := home.Make(t.Context(), p.Host.Home, home.Small(), 1); err != nil {
		t.Fatal(err)
	}
	return p
}

func host(folder string) adapter.Host {
	return adapter.Host{Home: folder, Getenv: func(string) string { return "" },
		Now: func() time.Time { return fixtures.Now }}
}

func (p place) run() extract.Report {
	p.t.Helper()
	r, err := extract.Run(p.t.Context(), p.Options)
	if err = errors.Join(err, errors.Join(r.Warnings...)); err != nil {
		p.t.Fatal(err)
	}
	return r
}

// files returns the content of both files.
func (p place) files() (messages, events []byte) {
	p.t.Helper()
	return p.read(memory.MessagesFile), p.read(memory.EventsFile)
}

func (p place) read(name string) []byte {
	p.t.Helper()
	content, err := os.ReadFile(filepath.Join(p.Folder, name))
	if err != nil {
		p.t.Fatal(err)
	}
	return content
}

// decode returns the lines of a file.
func decode[T any](t testing.TB, content []byte) (all []T) {
	t.Helper()
	for line := range bytes.Lines(content) {
		var one T
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		all = append(all, one)
	}
	return all
}

// claude writes a session of Claude Code with these prompts, and returns its path.
func (p place) claude(id string, prompts ...string) string {
	p.t.Helper()
	var content strings.Builder
	parent := "null"
	for i, prompt := range prompts {
		uuid := fmt.Sprintf(`"%s-%04d"`, id[:8], i)
		fmt.Fprintf(&content,
			`{"parentUuid":%s,"isSidechain":false,"type":"user","message":{"role":"user","content":%s},"uuid":%s,"timestamp":"2026-11-%02dT10:00:00.000Z",`+
				`"cwd":"/code","sessionId":%q,"version":"2.1.197"}`+"\n", parent, timeline.NewText(prompt).JSON(), uuid, 1+i, id)
		parent = uuid
	}
	path := filepath.Join(p.Host.Home, ".claude/projects/-code", id+".jsonl")
	fixtures.Put(p.t, path, []byte(content.String()))
	return path
}

const firstID, secondID = "11111111-0000-4000-8000-000000000001", "22222222-0000-4000-8000-000000000002"

func TestEachTextIsKeptOnceAndEachEventAsItHappened(t *testing.T) {
	p := smallHome(t)
	p.run()
	messages, events := p.files()
	lengths := map[string]int{}
	for _, m := range decode[memory.Message](t, messages) {
		if m.Hash != memoryfiles.Hash(m.Content) || m.Metadata.ContentLength != len(m.Content) {
			t.Errorf("%s of %s %s: its hash or length is wrong", m.Hash, m.LLMSource, m.Provenance.SessionID)
		}
		if m.Provenance.SourceFile == "" || m.Provenance.SessionID == "" ||
			m.Timestamps.ExtractedAt != memory.Stamp(fixtures.Now) || m.Role == "" || m.Metadata.Kind == "" {
			t.Errorf("it lacks something: %+v", m)
		}
		lengths[m.Hash]++
	}
	seq, llms := map[string]int{}, map[string]bool{}
	for _, e := range decode[memory.Event](t, events) {
		if e.Type == memory.SessionEvent {
			llms[e.LLMSource] = true
			continue
		}
		key := e.LLMSource + ":" + e.Session
		if seq[key]++; e.Seq != seq[key] {
			t.Errorf("event %d of %s follows %d", e.Seq, key, seq[key]-1)
		}
		if e.Hash != "" && lengths[e.Hash] != 1 {
			t.Errorf("event %d of %s names a text that stands there %d times", e.Seq, key, lengths[e.Hash])
		}
	}
	if len(llms) < 8 || len(lengths) < 100 {
		t.Errorf("there are %d messages, of %v", len(lengths), llms)
	}
}

func TestExtractionTwiceGivesTheSameBytes(t *testing.T) {
	p := smallHome(t)
	p.run()
	messages, events := p.files()
	again := p.run()
	if total := again.Total(); total.Messages+total.Events+total.Sessions != 0 || total.Unchanged == 0 {
		t.Errorf("the second time gave %+v", total)
	}
	for name, remove := range map[string]string{"state": "extract/state.db", "table": "extract/seen", "all": "extract"} {
		if err := os.RemoveAll(filepath.Join(p.Folder, remove)); err != nil {
			t.Fatal(err)
		}
		p.run()
		if m, e := p.files(); !bytes.Equal(m, messages) || !bytes.Equal(e, events) {
			t.Errorf("without the %s there are %d and %d bytes, want %d and %d", name, len(m), len(e), len(messages),
				len(events))
		}
	}
}

func TestGrownSessionAddsOnlyWhatIsNew(t *testing.T) {
	p := newPlace(t)
	p.claude(firstID, "one", "two")
	p.run()
	messages, events := p.files()
	p.claude(firstID, "one", "two", "one", "three\r\n")
	p.run()
	grown, grownEvents := p.files()
	if !bytes.HasPrefix(grown, messages) || !bytes.HasPrefix(grownEvents, events) {
		t.Fatal("what was there has changed")
	}
	if added := decode[memory.Message](t, grown[len(messages):]); len(added) != 1 || added[0].Content != "three\r\n" ||
		added[0].Hash != memoryfiles.Hash("three") {
		t.Errorf("the messages are %+v", added)
	}
	added := decode[memory.Event](t, grownEvents[len(events):])
	if len(added) != 2 || added[0].Seq != 3 || added[0].Turn != 3 || added[0].Hash != memoryfiles.Hash("one") ||
		added[1].Seq != 4 {
		t.Errorf("the events are %+v", added)
	}
}

func TestFirstSeenWinsAcrossSessions(t *testing.T) {
	p := newPlace(t)
	p.claude(secondID, "same")
	p.claude(firstID, "same", "other")
	p.run()
	messages, events := p.files()
	all := decode[memory.Message](t, messages)
	if len(all) != 2 || all[0].Provenance.SessionID != firstID || all[0].Provenance.SourceLine != 1 {
		t.Errorf("the messages are %+v", all)
	}
	if n := len(decode[memory.Event](t, events)); n != 5 {
		t.Errorf("there are %d events, want two sessions and three prompts", n)
	}
}

func TestInterruptedExtractionGoesOnToTheSameBytes(t *testing.T) {
	whole := smallHome(t)
	whole.run()
	messages, events := whole.files()
	for _, after := range []int{1, 3, 7, 12} {
		p := place{whole.Options, t}
		p.Folder = filepath.Join(t.TempDir(), "memory")
		ctx, stop := context.WithCancel(t.Context())
		calls := 0
		p.Progress = func(int64, int64) {
			if calls++; calls > after {
				stop()
			}
		}
		if _, err := extract.Run(ctx, p.Options); !errors.Is(err, context.Canceled) {
			t.Errorf("after %d sessions: error %v", after, err)
		}
		stop()
		part, partEvents := p.files()
		if !bytes.HasPrefix(messages, part) || !bytes.HasPrefix(events, partEvents) || len(partEvents) == len(events) {
			t.Errorf("after %d sessions there are %d and %d bytes", after, len(part), len(partEvents))
		}
		p.Progress = nil
		p.run()
		if m, e := p.files(); !bytes.Equal(m, messages) || !bytes.Equal(e, events) {
			t.Errorf("after %d sessions the next run gives %d and %d bytes, want %d and %d", after, len(m), len(e),
				len(messages), len(events))
		}
	}
}

// TestWhatAKilledProcessLeftIsWrittenAgain: lines behind the committed length, and a half one.
func TestWhatAKilledProcessLeftIsWrittenAgain(t *testing.T) {
	p := newPlace(t)
	p.claude(firstID, "one")
	p.run()
	messages, events := p.files()
	fixtures.Put(t, filepath.Join(p.Folder, memory.MessagesFile),
		append(bytes.Clone(messages), messages[:len(messages)/2]...))
	fixtures.Put(t, filepath.Join(p.Folder, memory.EventsFile), append(bytes.Clone(events), events...))
	p.run()
	if m, e := p.files(); !bytes.Equal(m, messages) || !bytes.Equal(e, events) {
		t.Errorf("the files are\n%s%s", m, e)
	}
}

func TestFilesThatWereCutAreMadeWhole(t *testing.T) {
	p := newPlace(t)
	p.claude(firstID, "one", "two", "three")
	p.run()
	messages, events := p.files()
	for name, content := range map[string][]byte{memory.MessagesFile: messages, memory.EventsFile: events} {
		if err := os.Truncate(filepath.Join(p.Folder, name), int64(len(content)/2)); err != nil {
			t.Fatal(err)
		}
	}
	p.run()
	if m, e := p.files(); !bytes.Equal(m, messages) || !bytes.Equal(e, events) {
		t.Errorf("the files are\n%s%s", m, e)
	}
}

func TestTwoProcessesExcludeEachOther(t *testing.T) {
	p := newPlace(t)
	p.claude(firstID, "one")
	release, err := extract.Lock(p.Folder)
	if err != nil {
		t.Fatal(err)
	}
	busy := (*extract.BusyError)(nil)
	if _, err := extract.Run(t.Context(), p.Options); !errors.As(err, &busy) || busy.Hint() == "" {
		t.Errorf("error %v", err)
	}
	release()
	p.run()
}

func TestDryRunChangesNothing(t *testing.T) {
	p := newPlace(t)
	p.claude(firstID, "one")
	p.DryRun = true
	if total := p.run().Total(); total.Messages != 1 || total.Events != 2 {
		t.Errorf("it would add %+v", total)
	}
	if _, err := os.Stat(p.Folder); !errors.Is(err, os.ErrNotExist) {
		t.Error("the folder was made")
	}
	p.DryRun = false
	p.run()
	before := fixtures.Snapshot(t, p.Folder)
	p.claude(firstID, "one", "two")
	p.DryRun = true
	if total := p.run().Total(); total.Messages != 1 {
		t.Errorf("it would add %+v", total)
	}
	if after := fixtures.Snapshot(t, p.Folder); !maps.Equal(after, before) {
		t.Errorf("it has changed\n%v\nto\n%v", before, after)
	}
}

func TestFilesAreForTheirOwnerAlone(t *testing.T) {
	p := newPlace(t)
	p.claude(firstID, "one")
	p.run()
	err := filepath.WalkDir(p.Folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
