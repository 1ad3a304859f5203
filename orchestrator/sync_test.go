package orchestrator

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"stead/catalog"
	"stead/inject"
	"stead/internal/adapter"
	"stead/internal/adaptertest"
	"stead/internal/installed"
	"stead/readers"
	"stead/readers/claude"
	"stead/readers/universal"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
	"stead/writers"
	claudewriter "stead/writers/claude"
)

// occupied is a driver of Claude Code that shows whether somebody has a session open.
type occupied struct {
	inject.Driver
	home string
	pid  int
}

func (*occupied) Info() adapter.Info                                     { return claude.New().Info() }
func (o *occupied) Home(adapter.Host) string                             { return o.home }
func (*occupied) Configured(inject.Ground) inject.Model                  { return inject.Model{} }
func (o *occupied) Occupant(adapter.Store, adapter.Location) (int, bool) { return o.pid, o.pid != 0 }

// notes is an observer that keeps what it is told.
type notes struct{ said []string }

func (*notes) Delivered(Plan)        {}
func (*notes) Entry(*timeline.Entry) {}
func (*notes) Changed(runs.Run)      {}
func (n *notes) Note(text string)    { n.said = append(n.said, text) }
func (n *notes) last() string        { return strings.Join(n.said[max(0, len(n.said)-1):], "") }

// synced is a run of a session of Claude Code in some other CLI, that is mirrored.
type synced struct {
	*mirror
	t      *testing.T
	notes  *notes
	driver *occupied
	source runs.Session
	lines  int
}

func newSynced(t *testing.T, how Sync) *synced {
	t.Helper()
	home := t.TempDir()
	host := adapter.Host{Home: home, Getenv: func(string) string { return "" }, Now: time.Now}
	s := &synced{t: t, notes: &notes{}, driver: &occupied{home: filepath.Join(home, ".claude")}}
	const id = "3f6c1c40-8a6e-4d4e-9a51-0d0c5e3a9b11"
	s.source = runs.Session{CLI: "claude", ID: id, Path: filepath.Join(s.driver.home, "projects", "-home-user-demo", id+".jsonl")}
	s.write(s.source.Path)
	all := runs.Open(filepath.Join(home, "stead"))
	o := &Orchestrator{
		Adapters: []Adapter{{Reader: claude.New(), Writer: claudewriter.New(), Driver: s.driver}},
		Runs:     all, Live: store.New(time.Now), Host: host,
		Catalog: catalog.New(catalog.Options{Readers: []readers.Reader{claude.New(), universal.New()}, Runs: all, Host: host}),
		Locate: func(context.Context, inject.Driver) (installed.Program, error) {
			return installed.Program{}, installed.ErrNotInstalled
		},
	}
	stream, err := claude.New().Open(t.Context(), adapter.Location{Path: s.source.Path})
	if err != nil {
		t.Fatal(err)
	}
	p := &preparation{request: Request{To: "other", Sync: how}, origin: origin{session: s.source, stream: stream}}
	p.options.Now = time.Now()
	c, err := o.newCourse(s.source, p, s.notes)
	if err == nil {
		err = c.begin(p.origin)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.closeJournal() })
	m, claimed := o.newMirror(t.Context(), p.request, s.source, s.notes)
	c.ledger.count(func(r *runs.Run) { r.To, r.Mirrors = runs.Session{CLI: "other", ID: "there"}, claimed })
	m.course, s.mirror = c, m
	return s
}

// write makes a session of two messages, long ago.
func (s *synced) write(path string) {
	s.t.Helper()
	stream := adaptertest.Conversation(adaptertest.User("Begin."), adaptertest.Assistant("It begins."))
	plan, err := claudewriter.New().Plan(adapter.Store{Root: s.driver.home}, stream, writers.Options{ID: s.source.ID, Dir: "/home/user/demo", Now: time.Now()})
	if err == nil {
		plan.Path = path
		_, err = claudewriter.New().Write(s.t.Context(), plan)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// gains adds entries to the run's journal, as captured from its own session.
func (s *synced) gains(all ...*timeline.Entry) {
	s.t.Helper()
	for _, e := range all {
		s.lines++
		e.ID, e.Timestamp = fmt.Sprintf("other-%d", s.lines), time.Now().UTC().Format(time.RFC3339)
		e.Native = &timeline.Record{CLI: "other", Session: "there", Line: s.lines, Raw: []byte(`{}`)}
	}
	if err := s.journal.Append(all...); err != nil {
		s.t.Fatal(err)
	}
}

// says is a turn of a prompt and an answer.
func says(number int) []*timeline.Entry {
	return []*timeline.Entry{adaptertest.User(fmt.Sprintf("Prompt %d.", number)), adaptertest.Assistant(fmt.Sprintf("Answer %d.", number))}
}

// holds fails the test unless a session holds the source and then just these texts.
func (s *synced) holds(m runs.Session, want ...string) {
	s.t.Helper()
	stream, err := claude.New().Open(s.t.Context(), adapter.Location{Path: m.Path})
	if err != nil {
		s.t.Fatal(err)
	}
	var got []string
	for e, err := range stream.Entries {
		if err != nil {
			s.t.Fatal(err)
		}
		if e.Active() {
			got = append(got, e.Content.String())
		}
	}
	if want := append([]string{"Begin.", "It begins."}, want...); !slices.Equal(got, want) {
		s.t.Errorf("%s holds %q, want %q", m.Reference(), got, want)
	}
}

func (s *synced) mirrors() []runs.Mirror { return s.ledger.current().Mirrors }

// goneOn adds a turn to a session as its own CLI would.
func (s *synced) goneOn(m runs.Session, number int) {
	s.t.Helper()
	target, options := s.target(s.t.Context(), timeline.Stream{})
	was, err := writers.FingerprintOf(s.t.Context(), target.Writer, adapter.Location{Path: m.Path, ID: m.ID})
	if err == nil {
		entries := says(number)
		for i, e := range entries {
			e.ID, e.Timestamp = fmt.Sprintf("theirs-%d-%d", number, i), time.Now().UTC().Format(time.RFC3339)
		}
		_, err = target.Extend(s.t.Context(), was, timeline.Of(entries...), options)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestMirrorGrowsByWholeTurns(t *testing.T) {
	s := newSynced(t, SyncSession)
	s.update(t.Context(), false)
	if len(s.mirrors()) != 0 {
		t.Fatal("a run without a turn has a mirror")
	}
	s.gains(says(1)...)
	s.gains(adaptertest.User("Prompt 2."))
	s.update(t.Context(), false)
	s.holds(s.mirrors()[0].Session, "Prompt 1.", "Answer 1.")
	s.gains(adaptertest.Assistant("Answer 2."))
	s.update(t.Context(), false)
	s.update(t.Context(), false)
	s.gains(adaptertest.User("Prompt 3."))
	s.update(t.Context(), true)
	if len(s.mirrors()) != 1 || s.mirrors()[0].Entries != 5 {
		t.Errorf("the mirrors are %+v", s.mirrors())
	}
	stream, _ := claude.New().Open(t.Context(), s.mirrors()[0].Location())
	if last := texts(t, stream); !slices.Contains(last, "Prompt 3.") || len(last) < 7 {
		t.Errorf("at the end the mirror holds %q", last)
	}
	if !slices.Equal(s.notes.said, []string{"the run is mirrored in " + s.mirrors()[0].Reference()}) {
		t.Errorf("the user is told %q", s.notes.said)
	}
}

// TestMirrorHasNoHalfTurn looks at the places up to which a run can be mirrored while it works.
func TestMirrorHasNoHalfTurn(t *testing.T) {
	run := runs.Run{To: runs.Session{CLI: "codex", ID: "s"}}
	kinds := []timeline.EntryType{timeline.User, timeline.Assistant, timeline.ToolCall, timeline.ToolCall, timeline.ToolResult, timeline.ToolResult,
		timeline.Assistant, timeline.User, timeline.ToolCall, timeline.User, timeline.Assistant}
	all := []*timeline.Entry{of("", 1, "of the source")}
	for i, kind := range kinds {
		e := of("s", i+1, fmt.Sprint(i+1))
		e.Type, e.CallID = kind, fmt.Sprint(i-1)
		all = append(all, e)
	}
	var got []int
	for n := range len(all) {
		whole, settled, err := added(streamOf(all[:n+1]...), run)
		if err != nil || whole != n {
			t.Fatalf("%d of %d entries are added: %v", whole, n, err)
		}
		got = append(got, settled)
	}
	// The calls are answered two by two; that of the turn that was broken off never is.
	if want := []int{0, 0, 2, 2, 2, 2, 6, 7, 7, 7, 7, 11}; !slices.Equal(got, want) {
		t.Errorf("places %v, want %v", got, want)
	}
}

func texts(t *testing.T, stream timeline.Stream) (all []string) {
	t.Helper()
	for e, err := range stream.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if e.Active() {
			all = append(all, e.Content.String())
		}
	}
	return all
}

func TestMirrorThatWasGoneOnWithIsTheUsers(t *testing.T) {
	s := newSynced(t, SyncSession)
	s.gains(says(1)...)
	s.update(t.Context(), false)
	theirs := s.mirrors()[0].Session
	s.look(t.Context())
	if len(s.notes.said) != 1 {
		t.Errorf("the user is told of nothing: %q", s.notes.said)
	}
	s.goneOn(theirs, 7)
	s.look(t.Context())
	if !strings.Contains(s.notes.last(), theirs.Reference()+" was gone on with") {
		t.Errorf("the user is told %q", s.notes.last())
	}
	s.gains(says(2)...)
	s.update(t.Context(), false)
	s.gains(says(3)...)
	s.update(t.Context(), false)
	if len(s.mirrors()) != 2 {
		t.Fatalf("the mirrors are %+v", s.mirrors())
	}
	s.holds(theirs, "Prompt 1.", "Answer 1.", "Prompt 7.", "Answer 7.")
	s.holds(s.mirrors()[1].Session, "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.", "Prompt 3.", "Answer 3.")
}

// TestMirrorThatIsOpenWaits has somebody look into the mirror, who says nothing.
func TestMirrorThatIsOpenWaits(t *testing.T) {
	s := newSynced(t, SyncSession)
	s.gains(says(1)...)
	s.update(t.Context(), false)
	s.driver.pid = os.Getpid()
	s.gains(says(2)...)
	s.update(t.Context(), false)
	s.holds(s.mirrors()[0].Session, "Prompt 1.", "Answer 1.")
	if !strings.Contains(s.notes.last(), "comes into it when it is closed") {
		t.Errorf("the user is told %q", s.notes.last())
	}
	s.driver.pid = 0
	s.gains(says(3)...)
	s.update(t.Context(), false)
	s.holds(s.mirrors()[0].Session, "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.", "Prompt 3.", "Answer 3.")
	s.driver.pid = os.Getpid()
	s.gains(says(4)...)
	s.update(t.Context(), true)
	if len(s.mirrors()) != 2 {
		t.Error("at the end of the run its last turn is nowhere")
	}
}

// TestMirrorIsNotReplacedUnderAWriter has a program keep the mirror open that does not show that in any other way: what it wrote would be lost.
func TestMirrorIsNotReplacedUnderAWriter(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells who has a file open")
	}
	s := newSynced(t, SyncSession)
	s.gains(says(1)...)
	s.update(t.Context(), false)
	file, err := os.OpenFile(s.mirrors()[0].Path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.gains(says(2)...)
	s.update(t.Context(), false)
	s.holds(s.mirrors()[0].Session, "Prompt 1.", "Answer 1.")
	file.Close()
	s.update(t.Context(), false)
	s.holds(s.mirrors()[0].Session, "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.")
}

// rigid is a writer that cannot add to a session.
type rigid struct{ claudewriter.Writer }

func (r rigid) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	if plan.Extends != nil {
		return writers.Receipt{}, writers.ErrRewritten
	}
	return r.Writer.Write(ctx, plan)
}

func TestFormatThatCannotBeAddedToIsMirroredAnewAtTheEnd(t *testing.T) {
	s := newSynced(t, SyncSession)
	s.home.Writer = rigid{}
	for number := range 3 {
		s.gains(says(number)...)
		s.update(t.Context(), false)
	}
	if len(s.mirrors()) != 1 || len(s.notes.said) != 2 {
		t.Errorf("the mirrors are %+v, and the user is told %q", s.mirrors(), s.notes.said)
	}
	s.update(t.Context(), true)
	if len(s.mirrors()) != 2 {
		t.Fatalf("the mirrors are %+v", s.mirrors())
	}
	s.holds(s.mirrors()[1].Session, "Prompt 0.", "Answer 0.", "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.")
}

func TestSourceThatCannotBeAddedToStaysAsItIs(t *testing.T) {
	s := newSynced(t, SyncSource)
	s.home.Writer = rigid{}
	s.gains(says(1)...)
	s.update(t.Context(), false)
	s.holds(s.source)
	if len(s.mirrors()) != 2 || !strings.Contains(strings.Join(s.notes.said, "\n"), s.source.Reference()+" is left as it is") {
		t.Fatalf("the mirrors are %+v, and the user is told %q", s.mirrors(), s.notes.said)
	}
	s.holds(s.mirrors()[1].Session, "Prompt 1.", "Answer 1.")
}

func TestSourceGrowsUntilItIsGoneOnWith(t *testing.T) {
	s := newSynced(t, SyncSource)
	s.gains(says(1)...)
	s.update(t.Context(), false)
	s.holds(s.source, "Prompt 1.", "Answer 1.")
	s.goneOn(s.source, 7)
	s.gains(says(2)...)
	s.update(t.Context(), false)
	s.holds(s.source, "Prompt 1.", "Answer 1.", "Prompt 7.", "Answer 7.")
	if len(s.mirrors()) != 2 || s.mirrors()[1].Source {
		t.Fatalf("the mirrors are %+v", s.mirrors())
	}
	s.holds(s.mirrors()[1].Session, "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.")
}

// TestWayBackFromAMirrorHoldsEverythingOnce goes on from mirrors: one as stead left it, one with a turn of its own, and one in which the user went
// back to an earlier prompt, of which only its own records tell.
func TestWayBackFromAMirrorHoldsEverythingOnce(t *testing.T) {
	s := newSynced(t, SyncSession)
	s.gains(says(1)...)
	s.gains(says(2)...)
	s.update(t.Context(), false)
	theirs := s.mirrors()[0].Session
	back := func(how string, want ...string) {
		t.Helper()
		found, err := s.o.origin(t.Context(), theirs.Reference(), "other")
		if err != nil {
			t.Fatal(err)
		}
		if got := texts(t, found.stream); !slices.Equal(got, append([]string{"Begin.", "It begins."}, want...)) {
			t.Errorf("%s: it holds %q", how, got)
		}
		records := 0
		for e := range found.stream.Entries {
			if e.Native != nil && e.Native.CLI == "other" {
				records++
			}
		}
		if isOriginal := records > 0; isOriginal != (how != "gone back") {
			t.Errorf("%s: %d of its records are the other CLI's", how, records)
		}
	}
	back("as it was", "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.")
	s.goneOn(theirs, 3)
	back("gone on with", "Prompt 1.", "Answer 1.", "Prompt 2.", "Answer 2.", "Prompt 3.", "Answer 3.")
	s.goesBack(theirs, "Prompt 2.", "Prompt 8.")
	back("gone back", "Prompt 1.", "Answer 1.", "Prompt 8.")
}

// goesBack says something else in the place of a prompt, as Claude Code does after /rewind.
func (s *synced) goesBack(m runs.Session, prompt, instead string) {
	s.t.Helper()
	content, err := os.ReadFile(m.Path)
	if err != nil {
		s.t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		var record struct{ Type, UUID string }
		if err := json.Unmarshal([]byte(line), &record); err != nil || record.Type != "user" || !strings.Contains(line, prompt) {
			continue
		}
		const uuid = "aaaaaaaa-0000-4000-8000-000000000001"
		content = append(content, strings.NewReplacer(prompt, instead, record.UUID, uuid).Replace(line)...)
		content = fmt.Appendf(content, `{"type":"last-prompt","leafUuid":%q,"sessionId":%q}`+"\n", uuid, m.ID)
		if err := os.WriteFile(m.Path, content, 0o600); err != nil {
			s.t.Fatal(err)
		}
		return
	}
	s.t.Fatalf("%s has no prompt %q", m.Path, prompt)
}

func TestRunWithoutAPlaceForAMirrorGoesOn(t *testing.T) {
	s := newSynced(t, SyncSession)
	if m, _ := s.o.newMirror(t.Context(), Request{To: "other", Sync: SyncSession}, runs.Session{CLI: "universal", ID: "x"}, s.notes); m != nil ||
		!strings.Contains(s.notes.last(), "nobody could go on in universal") {
		t.Errorf("a run of a file has the mirror %v, and the user is told %q", m, s.notes.last())
	}
	if m, _ := s.o.newMirror(t.Context(), Request{To: "claude", Sync: SyncSession}, s.source, s.notes); m != nil {
		t.Errorf("a run at home has the mirror %v", m)
	}
}

func TestParseSync(t *testing.T) {
	for text, want := range map[string]Sync{"": NoSync, "off": NoSync, "session": SyncSession, "source": SyncSource} {
		if got, err := ParseSync(text); got != want || err != nil {
			t.Errorf("%q is %q (%v), want %q", text, got, err, want)
		}
	}
	if _, err := ParseSync("both"); err == nil || !strings.Contains(err.Error(), "use session, source or off") {
		t.Errorf("error %v", err)
	}
}
