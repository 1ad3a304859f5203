package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"stead/cmd/stead-hub/serve"
	"stead/cmd/stead/cli/setup"
	"stead/internal/term/plain"
	"stead/internal/testkit/fixtures"
	"stead/runs"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"stead":     func() { os.Exit(Main(setup.ThisProcess())) },
		"pty":       playsTerminal,
		"stead-hub": func() { os.Exit(serve.Main(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs testdata/script. Each script has a home with the recorded sessions of both CLIs, all one hour older
// than the one before, and an environment in which nothing of the machine's is set.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			placeSessions(t, home)
			own, _, _ := strings.Cut(env.Getenv("PATH"), string(os.PathListSeparator))
			env.Vars = []string{
				"WORK=" + env.WorkDir, "HOME=" + home, "TMPDIR=" + env.Getenv("TMPDIR"), "TZ=UTC", "COLUMNS=80",
				"GORACE=atexit_sleep_ms=0", // with the race detector each stead would sleep for a second at its end
				"BIN=" + filepath.Join(env.WorkDir, "bin"), "PATH=" +
					strings.Join([]string{own, env.WorkDir + "/bin", "/usr/bin", "/bin"}, ":"),
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "damages": damages, "json": isJSON, "asks": asks, "serves-model": servesModel, "fits": fits,
			"run-left-behind": runLeftBehind, "runs-made": runsMade, "contests-made": contestsMade, "harmless": harmless,
			"counts-agree": countsAgree, "succeeds": succeeds, "captures": captures,
			"sessions-everywhere": func(ts *testscript.TestScript, _ bool, args []string) { sessionsEverywhere(t, ts, args) },
		},
		RequireExplicitExec: true,
	})
}

// placeSessions puts the recorded sessions where their CLIs keep them.
func placeSessions(t *testing.T, home string) {
	t.Helper()
	at := time.Now()
	place := func(fixture, path string) {
		fixtures.Copy(t, fixture, path)
		at = at.Add(-time.Hour)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"tools", "parallel", "compaction", "error-image-thinking", "tui"} {
		place("claude/"+name+".jsonl", filepath.Join(home, ".claude/projects/-home-user-demo-claude",
			sessionID(t, "claude/"+name+".jsonl")+".jsonl"))
	}
	for _, fixture := range fixtures.Match(t, "codex/*.jsonl") {
		place(fixture, filepath.Join(home, ".codex/sessions/2026/11/20", filepath.Base(fixture)))
	}
}

// sessionID returns the id in a recorded Claude session: the fixtures are named for what they show.
func sessionID(t *testing.T, fixture string) string {
	t.Helper()
	line, _, _ := strings.Cut(string(fixtures.Read(t, fixture)), "\n")
	var record struct {
		SessionID string `json:"sessionId"`
	}
	if err := json.Unmarshal([]byte(line), &record); err != nil || record.SessionID == "" {
		t.Fatalf("%s: no session id in the first line: %v", fixture, err)
	}
	return record.SessionID
}

// exits runs a program and checks its exit code: exits 3 stead show claude:none.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d; stderr:\n%s", got, want, ts.ReadFile("stderr"))
	}
}

// damages overwrites the beginning of each page of a database but the first: SQLite notices when a query reads them.
func damages(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	content := []byte(ts.ReadFile(path))
	for at := 4096; at < len(content); at += 4096 {
		copy(content[at:], strings.Repeat("\xee", 100))
	}
	ts.Check(os.WriteFile(path, content, 0o600))
}

// isJSON checks that a file is one JSON array or object, or JSON Lines: json stdout array.
func isJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: json file array|object|lines")
	}
	content := ts.ReadFile(args[0])
	texts, first := []string{content}, map[string]string{"array": "[", "object": "{", "lines": "{"}[args[1]]
	if args[1] == "lines" {
		texts = strings.Split(strings.TrimSuffix(content, "\n"), "\n")
	}
	for _, text := range texts {
		if !json.Valid([]byte(text)) || !strings.HasPrefix(text, first) {
			ts.Fatalf("not %s of JSON: %.200s", args[1], text)
		}
	}
}

// fits checks that no line of a file is wider than a number of cells: fits stdout 80.
func fits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: fits file cells")
	}
	most, err := strconv.Atoi(args[1])
	ts.Check(err)
	for line := range strings.SplitSeq(ts.ReadFile(args[0]), "\n") {
		if width := plain.Width(line); width > most {
			ts.Fatalf("%d cells, want at most %d: %s", width, most, line)
		}
	}
}

// runLeftBehind records a run whose stead is dead while the CLI that it started, here the test itself, lives.
func runLeftBehind(ts *testscript.TestScript, neg bool, args []string) {
	folder := runs.Open(ts.MkAbs("home/.local/share/stead"))
	id, err := folder.Create(time.Now())
	ts.Check(err)
	ts.Check(folder.Save(runs.Run{
		ID: id, Status: runs.Running, To: runs.Session{CLI: "codex", ID: "x"},
		Supervisor: runs.Process{PID: os.Getpid(), Started: "long ago"}, Child: runs.ProcessOf(os.Getpid()),
	}))
	ts.Setenv("PID", fmt.Sprint(os.Getpid()))
}
