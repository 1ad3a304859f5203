package gemini_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/gemini"
	"stead/timeline"
)

// shop creates a home with an old session without times (Gemini CLI's issue 18593) and a chat that /chat save stored
// (its issue 12815). For some conversations, this chat is the only copy.
func shop(t *testing.T) (root, old, saved string) {
	t.Helper()
	root = t.TempDir()
	project := filepath.Join(root, "tmp", "shop")
	old, saved = filepath.Join(project, "chats", "session-2026-02-09T10-00-4d508401.json"), filepath.Join(project,
		"checkpoint-pricing%20v2.json")
	fixtures.Put(t, filepath.Join(project, ".project_root"), []byte("/home/user/shop"))
	fixtures.Copy(t, "gemini/field/legacy-no-times.json", old)
	fixtures.Copy(t, "gemini/field/saved-chat.json", saved)
	return root, old, saved
}

func TestFieldSavedChatsAndOldSessionsAreListed(t *testing.T) {
	root, _, _ := shop(t)
	var got []string
	for s, err := range readers.List(t.Context(), gemini.Reader{}, adapter.Store{Root: root}, readers.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, s.ID+": "+s.Title+" in "+s.Project)
	}
	slices.Sort(got)
	want := []string{
		"4d508401-e88c-5ee0-94b8-6f0fcdb82dfb: Please add a discount function to cart.py (word plumearly). in /home/user/shop",
		"afd4d00a-checkpoint-pricing-v2: pricing v2 in /home/user/shop",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for prefix, want := range map[string]int{"afd4": 1, "4d50": 1, "ffff": 0} {
		found := 0
		for s := range readers.List(t.Context(), gemini.Reader{}, adapter.Store{Root: root}, readers.Query{Prefix: prefix}) {
			if s.ID != "" {
				found++
			}
		}
		if found < want || want == 0 && found > 0 {
			t.Errorf("%d sessions begin with %s, want %d", found, prefix, want)
		}
	}
}

func opened(t *testing.T, path string) timeline.Stream {
	t.Helper()
	s, err := gemini.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFieldSavedChatIsASession(t *testing.T) {
	_, _, saved := shop(t)
	s := opened(t, saved)
	want := []string{
		"2 user Keep this price table (word plumtagged).", "2 assistant Kept (answer figtagged).", "2 tool_call read_file",
		"2 tool_result def total(items): ...", "2 assistant Read (answer figtag2).",
	}
	if diff := cmp.Diff(want, told(t, s)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if s.Header.ID != "afd4d00a-checkpoint-pricing-v2" || s.Header.Project.Path != "/home/user/shop" {
		t.Errorf("it is %s in %s", s.Header.ID, s.Header.Project.Path)
	}
}

func TestFieldSessionWithoutTimes(t *testing.T) {
	_, old, _ := shop(t)
	got := told(t, opened(t, old))
	want := []string{
		"2 user Please add a discount function to cart.py (word plumearly).", "3 tool_call read_file",
		"3 tool_result def total(items): ...",
		"4 assistant I read cart.py (answer figearly).",
		"5 user Please add a discount function to cart.py (word plumlate).", "6 tool_call read_file",
		"6 tool_result def total(items): ...", "7 assistant I read cart.py (answer figlate).",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// The CLI uses the contents of a saved chat unchanged, including what it omits when it resumes a session (0.61.0). An
// older file consists of the contents only.
func TestKindsOfContentsInASavedChat(t *testing.T) {
	const contents = `[{"role":"user","parts":[{"text":"<session_context>\nx"}]},{"role":"user","parts":[{"text":"/tmp is full"}]},` +
		`{"role":"model","parts":[{"text":"hm","thought":true},{"text":"Yes."}]},{"role":"invented","parts":[{"text":"a b"}]}]`
	for name, content := range map[string]string{
		"checkpoint-a.json": contents, "checkpoint-b.json": `{"history":` + contents + `,"authType":"x"}`,
		"copy.json": "{\n\"history\":" + contents + "}",
	} {
		path := filepath.Join(t.TempDir(), name)
		fixtures.Put(t, path, []byte(content))
		want := []string{"2 user /tmp is full", "2 assistant Yes.", "2 user a b"}
		if diff := cmp.Diff(want, told(t, opened(t, path))); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", name, diff)
		}
	}
	if !(gemini.Reader{}).Detect([]byte("{\n \"history\": [\n {\"role\":\"user\",\"parts\":[")) {
		t.Error("a saved chat is not recognized by its content")
	}
}
