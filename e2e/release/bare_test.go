package release_test

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"stead/e2e/harness"
)

// bare is a folder tree that holds a package, one CLI and a home, and that programs take for the whole machine: no
// shell, no git, neither Go nor Node, nor the project.
type bare struct {
	root string
	home *harness.Home
}

// enter mounts what a kernel gives into the root, and the home at its own path. Then it runs a program there. The
// mounts end with it, and so does what the program leaves running.
const enter = `set -e
mount --rbind /dev "$1/dev"
mount -t proc proc "$1/proc"
mount --bind "$2" "$1$2"
root=$1 work=$3
shift 3
exec unshare --root="$root" --wd="$work" "$@"
`

// newBare makes a root with a home for a provider, and the program of Codex, which needs no Node.
func newBare(t *testing.T, provider string) bare {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("a root of its own needs the rights of root")
	}
	folder := t.TempDir()
	home, err := harness.NewHome(folder, provider)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(home.Bin); err != nil { // its links lead out of the root
		t.Fatal(err)
	}
	b := bare{root: t.TempDir(), home: home}
	for _, name := range []string{"dev", "proc", "tmp", "usr/bin", b.folder()} {
		if err := os.MkdirAll(filepath.Join(b.root, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	copyFile(t, nativeCodex(t), filepath.Join(b.root, "usr/bin/codex"))
	return b
}

// folder contains the home and the project.
func (b bare) folder() string { return filepath.Dir(b.home.Dir) }

// run runs a program of the root in the project's folder, and returns what it printed.
func (b bare) run(ctx context.Context, t *testing.T, line ...string) string {
	t.Helper()
	args := append([]string{"--mount", "--pid", "--fork", "--kill-child", "sh", "-c", enter, "sh", b.root, b.folder(),
		b.home.Work}, line...)
	command := exec.CommandContext(ctx, "unshare", args...)
	command.Env = append(b.home.Env(), "PATH=/usr/bin:/bin:/usr/sbin:/sbin")
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", line, err, output)
	}
	return string(output)
}

// nativeCodex returns the path of the program inside Codex' npm package.
func nativeCodex(t *testing.T) string {
	t.Helper()
	root, err := harness.Root()
	if err != nil {
		t.Fatal(err)
	}
	pattern := filepath.Join(root, ".cache/clis/node_modules/@openai/codex-linux-*/vendor/*/bin/codex")
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %q, %v", pattern, found, err)
	}
	return found[0]
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	source, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = io.Copy(target, source); err == nil {
		err = target.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}
