package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/forks/worktree"
	"stead/orchestrator/ab"
	"stead/runs"
)

// gitThatBlocks is a git in front of the real one. It blocks before or after the command that changes the user's
// folder, when such a file is there.
const gitThatBlocks = `#!/bin/sh
case " $* " in *" read-tree -m "*|*" merge -q "*)
	if [ -e "$HOME/before" ]; then echo $$ > "$HOME/blocked"; exec sleep 1000; fi
	if [ -e "$HOME/after" ]; then %[1]s "$@"; echo $$ > "$HOME/blocked"; exec sleep 1000; fi
esac
exec %[1]s "$@"
`

// blocksWhen is a program that git starts, and which blocks when a file of that name is there.
const blocksWhen = `#!/bin/sh
if [ -e "$HOME/%s" ]; then echo $$ > "$HOME/blocked"; exec sleep 1000; fi
`

// pickable is a home with a contest of one, whose work changes, adds and removes files. One of them git writes by a
// filter.
type pickable struct {
	*testing.T
	home, folder, data string
	contest            ab.Contest
}

func newPickable(t *testing.T, isDirty bool) *pickable {
	t.Helper()
	home := t.TempDir()
	p := &pickable{T: t, home: home, folder: filepath.Join(home, "demo-x"),
		data: filepath.Join(home, ".local/share/stead")}
	for name, value := range map[string]string{"HOME": home, "GIT_CONFIG_GLOBAL": os.DevNull,
		"GIT_CONFIG_SYSTEM": os.DevNull} {
		t.Setenv(name, value)
	}
	real, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	p.script("bin/git", fmt.Sprintf(gitThatBlocks, real))
	p.script("smudge", fmt.Sprintf(blocksWhen, "within")+"cat\n")
	for name, content := range map[string]string{".gitattributes": "*.slow filter=slow\n", "a.txt": "old\n",
		"gone.txt": "gone\n", "m.slow": "old\n", "z.txt": "old\n"} {
		p.write(name, content)
	}
	p.git("init", "-q", "-b", "main")
	p.git("config", "user.name", "U")
	p.git("config", "user.email", "u@localhost")
	p.git("config", "filter.slow.smudge", filepath.Join(home, "smudge"))
	p.git("config", "filter.slow.clean", "cat")
	p.git("add", ".")
	p.git("commit", "-q", "-m", "Begin")
	p.script("demo-x/.git/hooks/pre-merge-commit", fmt.Sprintf(blocksWhen, "hook"))
	if isDirty {
		p.write("a.txt", "old\n\n\n\nmine\n")
		p.write("own.txt", "mine\n")
	}
	p.hold()
	return p
}

// hold makes the contest that has ended.
func (p *pickable) hold() {
	p.Helper()
	snapshot, err := worktree.Take(p.Context(), p.folder, worktree.Options{State: p.data})
	if err != nil {
		p.Fatal(err)
	}
	tree, err := snapshot.Add(p.Context(), filepath.Join(p.data, "worktrees", "claude"), "stead/ab/claude")
	if err != nil {
		p.Fatal(err)
	}
	its := &pickable{T: p.T, folder: tree.Path}
	its.write("a.txt", "new\n"+strings.TrimPrefix(its.files()["a.txt"], "old\n"))
	its.write("b/new.txt", "new\n")
	its.write("m.slow", "new\n")
	its.write("z.txt", "new\n")
	if err := os.Remove(filepath.Join(tree.Path, "gone.txt")); err != nil {
		p.Fatal(err)
	}
	commit, err := tree.Commit(p.Context(), "What was done")
	if err != nil {
		p.Fatal(err)
	}
	p.contest = ab.Contest{
		ID: "20261121-110000-0001", Status: runs.Completed, Prompt: "Do it", Dir: p.folder, Snapshot: snapshot,
		Started: time.Now(),
		Contestants: []ab.Contestant{{Name: "claude", CLI: "claude", State: ab.Done, Branch: tree.Branch, Tree: tree.Path,
			Commit: commit}},
	}
	contests := ab.Open(p.data)
	if err := errors.Join(os.MkdirAll(contests.Dir(p.contest.ID), 0o700), contests.Save(p.contest)); err != nil {
		p.Fatal(err)
	}
}

func (p *pickable) script(name, text string) {
	p.Helper()
	path := filepath.Join(p.home, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o700)); err != nil {
		p.Fatal(err)
	}
}

func (p *pickable) write(name, content string) {
	p.Helper()
	path := filepath.Join(p.folder, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600)); err != nil {
		p.Fatal(err)
	}
}

func (p *pickable) git(args ...string) string {
	p.Helper()
	command := exec.Command("git", append([]string{"-C", p.folder}, args...)...)
	said, err := command.CombinedOutput()
	if err != nil {
		p.Fatalf("git %v: %v\n%s", args, err, said)
	}
	return string(said)
}

// files are those of the folder with their content, and what git says of them.
func (p *pickable) files() map[string]string {
	p.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(p.folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == ".git" && entry.IsDir() {
			return fs.SkipDir
		}
		if err != nil || entry.IsDir() || entry.Name() == ".git" {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(p.folder, path)
		all[name] = string(data)
		return err
	})
	if err != nil {
		p.Fatal(err)
	}
	all["git status"] = p.git("status", "--porcelain", "-uall", "--branch") + p.git("log", "-1", "--format=%s")
	return all
}

func (p *pickable) stead(args ...string) *exec.Cmd {
	p.Helper()
	command := steadProcess(p.T, args...)
	command.Dir = p.folder
	command.Env = []string{"HOME=" + p.home, "TMPDIR=" + p.home,
		"PATH=" + filepath.Join(p.home, "bin") + ":/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM=1"}
	return command
}

func (p *pickable) runs(args ...string) string {
	p.Helper()
	said, err := p.stead(args...).CombinedOutput()
	if err != nil {
		p.Errorf("stead %v: %v", args, err)
	}
	return string(said)
}

// killPick begins to pick, and kills that stead when it blocks at a moment.
func (p *pickable) killPick(moment string) {
	p.Helper()
	at, blocked := filepath.Join(p.home, moment), filepath.Join(p.home, "blocked")
	if err := os.WriteFile(at, nil, 0o600); err != nil {
		p.Fatal(err)
	}
	command := p.stead("ab", "pick", "claude", "--no-continue")
	if err := command.Start(); err != nil {
		p.Fatal(err)
	}
	blocker := 0
	waitFor(p.T, func() bool {
		data, err := os.ReadFile(blocked)
		blocker, _ = strconv.Atoi(strings.TrimSpace(string(data)))
		return err == nil && blocker > 0
	})
	if err := command.Process.Kill(); err != nil {
		p.Fatal(err)
	}
	_ = command.Wait()
	if hook, err := os.FindProcess(blocker); err == nil {
		_ = hook.Kill() // it outlives its git
	}
	if err := errors.Join(os.Remove(at), os.Remove(blocked)); err != nil {
		p.Fatal(err)
	}
}

// picked returns the winner that the contest's record has.
func (p *pickable) picked() string {
	c, err := ab.Open(p.data).Load(p.contest.ID)
	if err != nil || c.Picked == nil {
		return ""
	}
	return c.Picked.Name
}

func TestPickThatWasKilledIsTakenBackOrFinished(t *testing.T) {
	for _, c := range []struct {
		name, moment      string
		isDirty, hasMoved bool
		next              []string
		isFinished        bool
	}{
		{name: "files not begun", moment: "before", isDirty: true, next: []string{"ab", "list"}},
		{name: "files half", moment: "within", isDirty: true, next: []string{"ab", "show"}},
		{name: "files done", moment: "after", isDirty: true, next: []string{"ab", "list"}, isFinished: true},
		{name: "merge not begun", moment: "before", next: []string{"ab", "list"}},
		{name: "merge half", moment: "within", next: []string{"run", "--to", "claude", "-p", "Go on."}},
		{name: "merge done", moment: "after", next: []string{"ab", "show"}, isFinished: true},
		{name: "merge of two lines half", moment: "within", hasMoved: true, next: []string{"ab", "diff", "claude"}},
		{name: "merge of two lines not committed", moment: "hook", hasMoved: true, next: []string{"ab", "list"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPickable(t, c.isDirty)
			if c.hasMoved {
				p.write("later.txt", "later\n")
				p.git("add", ".")
				p.git("commit", "-q", "-m", "Later")
				p.write("later.txt", "uncommitted\n")
			}
			before := p.files()
			p.killPick(c.moment)
			if doctor := p.runs("doctor"); !strings.Contains(doctor, "killed while it picked claude") {
				t.Errorf("doctor says %s", doctor)
			}
			said, _ := p.stead(c.next...).CombinedOutput() // no CLI is installed: a run says so afterwards
			want := "before; to pick again: stead ab pick " + p.contest.ID + " claude"
			if c.isFinished {
				want = "all of its work is in ~/demo-x"
			}
			if text := strings.Join(strings.Fields(string(said)), " "); strings.Count(text, want) != 1 ||
				p.picked() != map[bool]string{true: "claude"}[c.isFinished] {
				t.Errorf("%q was picked, and stead says %s", p.picked(), said)
			}
			if !c.isFinished {
				if difference := cmp.Diff(before, p.files()); difference != "" {
					t.Errorf("the folder (- before, + after):\n%s", difference)
				}
				p.runs("ab", "pick", "claude", "--no-continue")
			}
			after := p.files()
			if after["a.txt"] != "new\n"+strings.TrimPrefix(before["a.txt"], "old\n") || after["b/new.txt"] != "new\n" ||
				after["m.slow"] != "new\n" ||
				after["own.txt"] != before["own.txt"] || after["later.txt"] != before["later.txt"] || p.picked() != "claude" {
				t.Errorf("%q is picked, and the folder has %q", p.picked(), after)
			}
			if again := p.runs("ab", "list"); strings.Contains(again, "killed") {
				t.Errorf("it is said again: %s", again)
			}
		})
	}
}

func TestWhatTheUserHasChangedSinceAKilledPickStays(t *testing.T) {
	p := newPickable(t, true)
	before := p.files()
	p.killPick("within")
	p.write("a.txt", "by hand\n")
	p.write("later.txt", "by hand\n")
	said := strings.Join(strings.Fields(p.runs("ab", "list")), " ")
	if !strings.Contains(said, "you have changed a.txt since") {
		t.Errorf("stead says %s", said)
	}
	before["a.txt"], before["later.txt"] = "by hand\n", "by hand\n"
	before["git status"] = p.files()["git status"]
	if difference := cmp.Diff(before, p.files()); difference != "" {
		t.Errorf("the folder (- before, + after):\n%s", difference)
	}
}

func TestNobodySettlesAPickThatLives(t *testing.T) {
	p := newPickable(t, true)
	if err := os.WriteFile(filepath.Join(p.home, "within"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	command := p.stead("ab", "pick", "claude", "--no-continue")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer command.Wait()         //nolint:errcheck // it is killed
	defer command.Process.Kill() //nolint:errcheck // the same
	waitFor(t, func() bool { _, err := os.Stat(filepath.Join(p.home, "blocked")); return err == nil })
	half := p.files()
	if said := p.runs("ab", "list"); strings.Contains(said, "killed") {
		t.Errorf("stead says %s", said)
	}
	if _, err := ab.Open(p.data).Settle(context.Background(), nil); err != nil {
		t.Error(err)
	}
	if difference := cmp.Diff(half, p.files()); difference != "" {
		t.Errorf("the folder (- before, + after):\n%s", difference)
	}
	if _, err := p.stead("ab", "pick", "claude", "--no-continue").CombinedOutput(); err == nil {
		t.Error("two steads pick at once")
	}
}
