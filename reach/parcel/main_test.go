package parcel_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"stead/forks/worktree"
	"stead/forks/worktree/travel"
	"stead/internal/testkit"
	"stead/reach/hubtest"
	"stead/reach/parcel"
)

// TestMain has git know nothing of this machine.
func TestMain(m *testing.M) {
	if url := os.Getenv(senderVariable); url != "" {
		sendForever(url)
	}
	if url := os.Getenv(moverVariable); url != "" {
		moveLarge(url)
	}
	end, err := testkit.IsolateGit(nil)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	end()
	if err := goleak.Find(hubtest.Late()); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func git(t testing.TB, dir string, arguments ...string) string {
	t.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=User", "-c", "user.email=user@example.com"},
		arguments...)...)
	command.Dir = dir
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v: %s", arguments, err, output)
	}
	return strings.TrimSuffix(string(output), "\n")
}

func write(t testing.TB, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// work makes a repository with uncommitted work and an ignored file, and a snapshot of it.
func work(t testing.TB) worktree.Snapshot {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "demo")
	write(t, dir+"/main.txt", "one\n")
	write(t, dir+"/.gitignore", "*.secret\n")
	write(t, dir+"/.worktreeinclude", "*.secret\n")
	git(t, filepath.Dir(dir), "init", "-q", "-b", "main", dir)
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "Begin")
	write(t, dir+"/main.txt", "two\n")
	write(t, dir+"/key.secret", "do not commit\n")
	s, err := worktree.Take(t.Context(), dir, worktree.Options{Name: "snapshot-run"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func pack(t testing.TB, l parcel.Load) []byte {
	t.Helper()
	var content bytes.Buffer
	packed, err := parcel.Pack(t.Context(), &content, l)
	if err != nil {
		t.Fatal(err)
	}
	if packed.Bytes != int64(content.Len()) {
		t.Errorf("it says that it has %d bytes, and has %d", packed.Bytes, content.Len())
	}
	return content.Bytes()
}

func unpack(t testing.TB, r io.Reader) *parcel.Parcel {
	t.Helper()
	p, err := parcel.Unpack(t.Context(), r, t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func tips(t testing.TB, s worktree.Snapshot, haves travel.Haves) []travel.Tip {
	t.Helper()
	all, err := travel.TipsOf(t.Context(), s, haves)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
