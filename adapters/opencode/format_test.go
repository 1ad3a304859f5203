package opencode

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/fixtures"
	"stead/timeline"
)

func canonical(t *testing.T, document []byte) string {
	t.Helper()
	var value any
	if err := json.Unmarshal(document, &value); err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestRootIsWhereTheEnvironmentSays(t *testing.T) {
	for _, c := range []struct{ xdg, db, root, database string }{
		{"", "", "/home/user/.local/share/opencode", "/home/user/.local/share/opencode/opencode.db"},
		{"/data", "", "/data/opencode", "/data/opencode/opencode.db"},
		{"", "work.db", "/home/user/.local/share/opencode/work.db", "/home/user/.local/share/opencode/work.db"},
		{"/data", "/else/where.db", "/else/where.db", "/else/where.db"},
		{"", ":memory:", "/home/user/.local/share/opencode", "/home/user/.local/share/opencode/opencode.db"},
	} {
		host := adapter.Host{Home: "/home/user", Getenv: func(name string) string {
			return map[string]string{"XDG_DATA_HOME": c.xdg, "OPENCODE_DB": c.db}[name]
		}}
		if root := Root(host); root != c.root || Database(root) != c.database {
			t.Errorf("%+v: root %s, database %s", c, root, Database(root))
		}
	}
}

// The low 48 bits of the time in an id wrap around to zero every 2^36 ms. This happened on 2026-08-14.
func TestIDsAscendAcrossTheReturnToZero(t *testing.T) {
	zero := time.UnixMilli(26 * period)
	for _, now := range []time.Time{zero.Add(-time.Second), zero, zero.Add(time.Second), zero.Add(2 * time.Hour),
		zero.Add(300 * 24 * time.Hour)} {
		ids := NewIDs(now, func() string { return "seed" })
		before := ""
		for range 10_000 {
			id := ids.Next(PartPrefix)
			if id <= before || len(id) != len("prt_")+26 {
				t.Fatalf("%v: %s after %s", now, id, before)
			}
			before = id
		}
		if next := cliID(now.Add(10 * time.Second)); before >= next && !now.Before(zero) {
			t.Errorf("%v: %s does not come before the CLI's next, %s", now, before, next)
		}
	}
}

// cliID returns an id in the form that the CLI generates.
func cliID(at time.Time) string {
	ids := IDs{next: at.UnixMilli()*ticksPerMillisecond + 1, seed: func() string { return "seed" }}
	return ids.Next(PartPrefix)
}

// The id of a message that the CLI made at a known time: 2026-11-20T18:36:12.747Z.
func TestIDsAreThoseOfTheCLI(t *testing.T) {
	if got := cliID(time.UnixMilli(1795199772747)); !strings.HasPrefix(got, "prt_1fa3ea84b001") {
		t.Errorf("got %s", got)
	}
	if got := NewSessionID(time.UnixMilli(1795199772422), func() string { return "seed" }); !strings.HasPrefix(got,
		"ses_e05c158f9ffe") {
		t.Errorf("got %s", got)
	}
}

func TestProjectOfARemote(t *testing.T) {
	const demo = "082115e6ab78608abb4976aa4f66f68df0a3741e"
	for address, want := range map[string]string{
		"git@GitHub.com:acme/Demo.git":                 demo,
		"https://user:token@github.com/acme/Demo.git/": demo,
		"ssh://git@github.com:22/acme/Demo":            demo,
		"git://GITHUB.com//acme/Demo//":                demo,
		"file:///srv/git/Demo.git":                     "",
		"/srv/git/Demo.git":                            "",
		"":                                             "",
	} {
		if got := remoteID(address); got != want {
			t.Errorf("%q: %s, want %s", address, got, want)
		}
	}
}

func TestProjectOfAFolder(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	deep := filepath.Join(root, "a", "b")
	fixtures.Put(t, filepath.Join(deep, "file"), []byte("x"))
	if p := ProjectOf(background, deep); p != (Project{ID: "global", Worktree: "/"}) ||
		p.Relative(deep) != strings.TrimPrefix(deep, "/") {
		t.Errorf("outside of a repository: %+v, %s", p, p.Relative(deep))
	}
	git := func(arguments ...string) string {
		command := exec.Command("git", append([]string{"-C", root, "-c", "user.name=n", "-c", "user.email=e@example.org"},
			arguments...)...)
		output, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(output))
	}
	git("init", "-q")
	if p := ProjectOf(background, deep); p != (Project{ID: "global", Worktree: root, VCS: "git"}) {
		t.Errorf("without a commit: %+v", p)
	}
	git("add", ".")
	git("commit", "-q", "-m", "first")
	if p := ProjectOf(background, deep); p.ID != git("rev-parse", "HEAD") || p.Relative(deep) != "a/b" ||
		p.Relative(root) != "" {
		t.Errorf("with a commit: %+v", p)
	}
	fixtures.Put(t, filepath.Join(root, ".git", "opencode"), []byte("noted\n"))
	if p := ProjectOf(background, root); p.ID != "noted" {
		t.Errorf("with a note: %+v", p)
	}
	git("remote", "add", "origin", "git@github.com:acme/Demo.git")
	if p := ProjectOf(background, root); p.ID != "082115e6ab78608abb4976aa4f66f68df0a3741e" {
		t.Errorf("with a remote: %+v", p)
	}
	linked := filepath.Join(t.TempDir(), "linked")
	git("worktree", "add", "-q", linked)
	if p := ProjectOf(background, linked); p.ID != "082115e6ab78608abb4976aa4f66f68df0a3741e" || p.Worktree != linked {
		t.Errorf("in a linked worktree: %+v", p)
	}
}

func TestOutcomesComeBackAsTheyWere(t *testing.T) {
	picture := []byte(`[{"type":"file","mime":"image/png","url":"data:image/png;base64,AAAA"}]`)
	for _, c := range []struct {
		tool            string
		output, failure string
		success         bool
		files           []byte
		status          string
	}{
		{"bash", "out", "", true, nil, "completed"},
		{"bash", "out", "exit code 3", false, nil, "completed"},
		{"bash", "out", "killed", false, nil, "error"},
		{"read", "out\n\nexit code 3", "exit code 3", false, nil, "error"},
		{"read", "", "not found", false, nil, "error"},
		{"read", "not found", "", false, nil, "error"},
		{"read", "\"quoted\" \\ é", "line\nline", false, nil, "error"},
		{"read", "", "", false, nil, "error"},
		{"read", "out", "half", false, picture, "completed"},
	} {
		want := Outcome{Output: timeline.NewText(c.output), Error: timeline.NewText(c.failure), Success: c.success}
		o := timeline.NewObject(nil)
		want.StateOf(&o, c.tool, func(*timeline.Object) {}, c.files)
		state := jsonl.Value(o.End())
		got, ok := ParseState(c.tool, state)
		if !ok || got.Output.String() != c.output || got.Error.String() != c.failure || got.Success != c.success ||
			(len(got.Attachments) == 1) != (c.files != nil) {
			t.Errorf("%+v became %+v by %s", c, got, state)
		}
		if !state.Get("status").Is(c.status) {
			t.Errorf("%+v is written as %s", c, state)
		}
	}
}

func TestCallsKeepArgumentsThatTheToolDoesNotHave(t *testing.T) {
	for _, c := range []struct {
		tool              timeline.Tool
		input, name, want string
	}{
		{timeline.Bash, `{"command":"ls","background":true}`, "bash", `{"command":"ls","background":true}`},
		{timeline.Edit, `{"path":"a","patch":"*** Begin Patch"}`, "apply_patch",
			`{"patchText":"*** Begin Patch","path":"a"}`},
		{timeline.Edit, `{"path":"a","old":"x","new":"y"}`, "edit", `{"filePath":"a","oldString":"x","newString":"y"}`},
		{timeline.Task, `{"prompt":"p","agent":"explore"}`, "task", `{"prompt":"p","subagent_type":"explore"}`},
	} {
		name, native, ok := FromUniversal(c.tool, []byte(c.input))
		if !ok || name != c.name || string(native) != c.want {
			t.Errorf("%s %s became %s %s", c.tool, c.input, name, native)
		}
		if tool, back := ToUniversal(name, native); tool != c.tool || canonical(t, back) != canonical(t, []byte(c.input)) {
			t.Errorf("%s %s came back as %s %s", c.tool, c.input, tool, back)
		}
	}
}
