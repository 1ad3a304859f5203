package travel_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// act is something that somebody does in a folder.
type act struct{ kind, name, other, content string }

var names = rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{
	"a", "b c", "ü", "日本", "🚀", "-x", "new\nline", "tab\t", `"quoted"`, `back\slash`, "x.secret", "cache", ":(top)", "*",
	"[a]", "$HOME", "~", "CON", ".hidden", "git",
}), 1, 3), func(parts []string) string { return strings.Join(parts, "/") })

var acts = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) act {
	return act{
		rapid.SampledFrom([]string{"write", "write", "append", "remove", "rename", "stage", "execute", "link"}).Draw(t,
			"kind"), names.Draw(t, "name"), names.Draw(t, "other"),
		string(rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "content")),
	}
}), 5, 60)

// do carries out an act, as far as it can be: what is in the way stays.
func (m machine) do(dir string, a act) {
	path := filepath.Join(dir, a.name)
	_ = os.MkdirAll(filepath.Dir(path), 0o755)
	switch a.kind {
	case "write":
		_ = os.WriteFile(path, []byte(a.content), 0o644)
	case "append":
		if file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0); err == nil {
			_, _ = file.WriteString(a.content)
			file.Close()
		}
	case "remove":
		_ = os.RemoveAll(path)
	case "rename":
		_ = os.MkdirAll(filepath.Dir(filepath.Join(dir, a.other)), 0o755)
		_ = os.Rename(path, filepath.Join(dir, a.other))
	case "stage":
		m.git(dir, "add", "-A")
	case "execute":
		_ = os.Chmod(path, 0o755)
	case "link":
		_ = os.Symlink(a.other, path)
	}
}

// rounds is how often something is tried: some times, or as often as STEAD_CHAOS says.
func rounds() int {
	if n, err := strconv.Atoi(os.Getenv("STEAD_CHAOS")); err == nil {
		return n
	}
	return 6
}

// TestAnyWorkArrivesAsItIs does random things before a commit and after it, and compares what arrives with the
// snapshot's tree.
func TestAnyWorkArrivesAsItIs(t *testing.T) {
	for seed := range rounds() {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			here, there := newMachine(t), newMachine(t)
			dir := here.project()
			here.write(dir+"/.worktreeinclude", "*.secret\n")
			for _, a := range acts.Example(2 * seed) {
				here.do(dir, a)
			}
			here.git(dir, "add", "-A")
			here.git(dir, "commit", "-q", "--allow-empty", "-m", "Random")
			there.git(there.root, "clone", "-q", "--no-checkout", dir, there.path("clone"))
			for _, a := range acts.Example(2*seed + 1) {
				here.do(dir, a)
			}
			s := here.take(dir)
			o := here.origin(s)
			f := there.find(o, there.path("clone"))
			tips := here.tips(s, there.haves(f, o))
			landed := there.land(s, tips, here.pack(s, tips), there.landing(f))
			if diff := cmp.Diff(notIgnored(here, dir), files(t, landed.Tree.Path)); diff != "" {
				t.Error(diff)
			}
			if status := there.git(landed.Tree.Path, "status", "--porcelain"); status != "" {
				t.Errorf("something differs from the snapshot's tree: %s", status)
			}
		})
	}
}

// notIgnored are the files of a folder but those that are ignored and not to be in each worktree.
func notIgnored(m machine, dir string) map[string]string {
	all := files(m, dir)
	ignored := strings.Split(m.git(dir, "ls-files", "-z", "-o", "-i", "--exclude-standard"), "\x00")
	for name := range all {
		if slices.Contains(ignored, name) && !included(m, dir, name) {
			delete(all, name)
		}
	}
	return all
}

func included(m machine, dir, name string) bool {
	list := strings.Split(m.git(dir, "ls-files", "-z", "-o", "-i", "-X", dir+"/.worktreeinclude"), "\x00")
	return slices.Contains(list, name)
}
