package codex_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers/codex"
)

const (
	oldID    = "01a1fa00-0000-7000-8000-00000000000a"
	parentID = "01a1fa00-0000-7000-8000-00000000000b"
	newID    = "01a1fa00-0000-7000-8000-00000000000c"
)

// native is a hidden entry that holds a native line.
func native(line int, session, raw string) *timeline.Entry {
	return &timeline.Entry{Type: timeline.System, Hidden: true,
		Native: &timeline.Record{CLI: "codex", Session: session, Line: line, Raw: []byte(raw)}}
}

func metaLine(id, ordinal, more string) string {
	return fmt.Sprintf(
		`{"timestamp":"2026-11-20T10:00:00Z",%s"type":"session_meta","payload":{"id":"%s","session_id":"%s","cwd":"/old"%s}}`, ordinal, id, id, more)
}

func eventLine(ordinal int, payload string) string {
	return fmt.Sprintf(`{"timestamp":"2026-11-20T10:00:00Z","ordinal":%d,"type":"event_msg","payload":%s}`, ordinal,
		payload)
}

// ownStream is a session of Codex's own.
func ownStream(entries ...*timeline.Entry) timeline.Stream {
	s := stream(entries...)
	s.Header.ID, s.Header.Source = oldID, timeline.Source{CLI: "codex", OriginalID: oldID}
	s.Header.Project.Path = "/old"
	return s
}

func restored(t *testing.T, s timeline.Stream, id string) []string {
	t.Helper()
	o := options()
	o.ID = id
	lines, _ := encode(t, s, o)
	var all []string
	for _, line := range lines {
		all = append(all, string(line))
	}
	return all
}

func TestRestoreChangesOnlyTheIDsMembers(t *testing.T) {
	text := eventLine(1, `{"type":"item_completed","thread_id":"`+oldID+
		`","item":{"id":"i","type":"AgentMessage","content":[{"type":"Text","text":"see `+oldID+
		`"}]},"deep":[{"session_id": "`+oldID+`"}]}`)
	s := ownStream(native(1, "", metaLine(oldID, `"ordinal":0,`, "")), native(2, "", text))
	want := []string{
		metaLine(newID, `"ordinal":0,`, ""),
		eventLine(1, `{"type":"item_completed","thread_id":"`+newID+
			`","item":{"id":"i","type":"AgentMessage","content":[{"type":"Text","text":"see `+oldID+
			`"}]},"deep":[{"session_id": "`+newID+`"}]}`),
	}
	if diff := cmp.Diff(want, restored(t, s, newID)); diff != "" {
		t.Error(diff)
	}
}

func TestRestoreUnderTheSameIDIsByteIdentical(t *testing.T) {
	lines := []string{metaLine(oldID, "", ""), "", "damaged \x00 line", eventLine(7, `{"type":"x"}`)}
	var entries []*timeline.Entry
	for i, line := range lines {
		entries = append(entries, native(i+1, "", line))
	}
	if diff := cmp.Diff(lines, restored(t, ownStream(entries...), oldID)); diff != "" {
		t.Error(diff)
	}
}

func TestRestoreKeepsTheOrderOfTheFile(t *testing.T) {
	a, b, c := eventLine(1, `{"n":1}`), eventLine(2, `{"n":2}`), eventLine(3, `{"n":3}`)
	s := ownStream(native(1, "", metaLine(oldID, `"ordinal":0,`, "")), native(3, "", b), native(2, "", a),
		native(4, "", c))
	if diff := cmp.Diff([]string{a, b, c}, restored(t, s, newID)[1:]); diff != "" {
		t.Error(diff)
	}
}

func TestForkByReferenceBecomesSelfContained(t *testing.T) {
	inherited, own := eventLine(1, `{"thread_id":"`+parentID+`"}`), eventLine(3, `{"thread_id":"`+oldID+`"}`)
	s := ownStream(
		native(1, parentID, metaLine(parentID, `"ordinal":0,`, "")), native(2, parentID, inherited),
		native(1, "", metaLine(oldID, `"ordinal":2,`, `,"history_base":{"thread_id":"`+parentID+`"}`)), native(2, "", own),
	)
	want := []string{
		metaLine(newID, `"ordinal":0,`, ""), eventLine(1, `{"thread_id":"`+newID+`"}`),
		eventLine(3, `{"thread_id":"`+newID+`"}`),
	}
	if diff := cmp.Diff(want, restored(t, s, newID)); diff != "" {
		t.Errorf("under a new id: %s", diff)
	}
	same := restored(t, s, oldID)
	if len(same) != 2 || !strings.Contains(same[0], "history_base") {
		t.Errorf("under the same id the inherited lines stay in the parent's file: %q", same)
	}
}

func TestConvertedEntriesFollowRestoredOnes(t *testing.T) {
	s := ownStream(
		native(1, "", metaLine(oldID, `"ordinal":0,`, "")), native(2, "",
			eventLine(1, `{"type":"task_started","turn_id":"open"}`)),
		user("next"), assistant("answer"),
	)
	lines := restored(t, s, newID)
	var values []jsonl.Value
	for i, line := range lines {
		values = append(values, jsonl.Value(line))
		if jsonl.Value(line).Get("ordinal").Int() != int64(i) {
			t.Errorf("line %d: %s", i, line)
		}
	}
	want := "session_meta task_started task_complete task_started message UserMessage message AgentMessage task_complete"
	if diff := cmp.Diff(want, kinds(values)); diff != "" {
		t.Error(diff)
	}
}

func TestConvertedEntriesFollowTheLegacyMode(t *testing.T) {
	lines := restored(t, ownStream(native(1, "", metaLine(oldID, "", "")), user("next"), assistant("answer"),
		call("c", timeline.Write, "Write", `{"path":"a","content":"x"}`), result("c", "ok")), newID)
	var values []jsonl.Value
	for _, line := range lines {
		values = append(values, jsonl.Value(line))
		if strings.Contains(line, `"ordinal"`) {
			t.Errorf("a legacy rollout has no ordinals: %s", line)
		}
	}
	want := "session_meta task_started message user_message message agent_message custom_tool_call patch_apply_end custom_tool_call_output task_complete"
	if diff := cmp.Diff(want, kinds(values)); diff != "" {
		t.Error(diff)
	}
}

func TestRestoredEntriesFollowConvertedOnes(t *testing.T) {
	foreign := stream(user("first"), native(1, "", metaLine(oldID, `"ordinal":0,`, "")),
		native(2, "", eventLine(1, `{"type":"kept"}`)), native(3, "",
			`{"timestamp":"t","type":"event_msg","payload":{"type":"legacy"}}`))
	lines := restored(t, foreign, newID)
	last := lines[len(lines)-1]
	if !strings.Contains(last, `"kept"`) || jsonl.Value(last).Get("ordinal").Int() != int64(len(lines)-1) {
		t.Errorf("the native line must come last, with a new ordinal: %q", lines)
	}
	if n := strings.Count(strings.Join(lines, "\n"), "session_meta"); n != 1 {
		t.Errorf("%d lines of metadata", n)
	}
}

func TestBareRolloutIsWrittenInTheNewForm(t *testing.T) {
	prompt := user("hello")
	prompt.Native = &timeline.Record{CLI: "codex", Line: 2, Raw: []byte(`{"type":"message","role":"user","content":[]}`)}
	lines := restored(t, ownStream(native(1, "", `{"id":"`+oldID+
		`","timestamp":"2025-06-01T10:00:00Z","instructions":null}`), prompt), newID)
	if meta := jsonl.Value(lines[0]); !meta.Get("payload", "history_mode").Is("paginated") || len(lines) != 5 {
		t.Errorf("got %q", lines)
	}
}

func TestRestoredSessionGoesOnInTheFolderThatIsAskedFor(t *testing.T) {
	o := options()
	o.Dir = "/new"
	lines, _ := encode(t, ownStream(native(1, "", metaLine(oldID, `"ordinal":0,`, ""))), o)
	if cwd := lines[0].Get("payload", "cwd"); !cwd.Is("/new") {
		t.Errorf("cwd %s", cwd)
	}
}

func TestSessionThatExistsAnywhereIsRefused(t *testing.T) {
	for _, place := range []string{"sessions/2025/01/01/rollout-2025-01-01T00-00-00-" + newID + ".jsonl",
		"archived_sessions/rollout-2025-01-01T00-00-00-" + newID + ".jsonl.zst"} {
		root := t.TempDir()
		path := filepath.Join(root, filepath.FromSlash(place))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		o := options()
		o.ID = newID
		plan, err := codex.Writer{}.Plan(store(root), stream(user("x")), o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (codex.Writer{}).Write(context.Background(), plan); !errors.Is(err, adapter.ErrExists) {
			t.Errorf("%s: error %v, want adapter.ErrExists", place, err)
		}
	}
}

func TestPlanRefusesAnIDThatCodexWouldNotTake(t *testing.T) {
	for _, id := range []string{"latest", strings.ToUpper(newID)} {
		o := options()
		o.ID = id
		if _, err := (codex.Writer{}).Plan(store(""), stream(user("x")), o); err == nil {
			t.Errorf("id %q was taken", id)
		}
	}
}

// Codex refuses a session of another provider than the one that it is configured for.
func TestMetadataNamesTheProviderThatIsConfigured(t *testing.T) {
	for name, s := range map[string]timeline.Stream{
		"a new session":          stream(user("x")),
		"a restored one":         ownStream(native(1, "", metaLine(oldID, "", `,"model_provider":"other"`))),
		"a restored one of none": ownStream(native(1, "", metaLine(oldID, "", ""))),
	} {
		o := options()
		o.Provider = "mine"
		lines, _ := encode(t, s, o)
		if got := lines[0].Get("payload", "model_provider"); !got.Is("mine") {
			t.Errorf("%s: provider %s", name, got)
		}
	}
	empty := ownStream(native(1, "", `{"timestamp":"2026-11-20T10:00:00Z","type":"session_meta","payload":{ }}`))
	o := options()
	o.Provider = "mine"
	if lines, _ := encode(t, empty, o); !lines[0].Get("payload", "model_provider").Is("mine") || !json.Valid(lines[0]) {
		t.Errorf("empty metadata became %s", lines[0])
	}
}

// TestWhatARewindHasLeftInARunIsNotRestored has a run's journal, in which the name of the session stands before that of
// the branch.
func TestWhatARewindHasLeftInARunIsNotRestored(t *testing.T) {
	said := &timeline.Entry{ID: "u", Type: timeline.User, Content: timeline.NewText("Begin.")}
	left := native(9, oldID, eventLine(9, `{"type":"left"}`))
	left.Branch = "codex:" + oldID + "/rewind-1"
	kept := native(12, oldID, eventLine(12, `{"type":"kept"}`))
	all := strings.Join(restored(t, stream(said, left, kept), newID), "\n")
	if strings.Contains(all, `"left"`) || !strings.Contains(all, `"kept"`) {
		t.Errorf("the rollout is\n%s", all)
	}
}
