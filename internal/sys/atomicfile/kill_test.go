package atomicfile

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// grown names the file that this program, as the child of a test, extends until it is killed.
const grown = "STEAD_TEST_GROWN"

func TestMain(m *testing.M) {
	if path := os.Getenv(grown); path != "" {
		fmt.Fprintln(os.Stderr, growForever(path))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// growForever extends a file by one line at a time. Each line is longer than a page.
func growForever(path string) error {
	for number := 1; ; number++ {
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		was, err := StateOf(path)
		if err != nil {
			return err
		}
		var s Set
		w, err := s.Extend(path, was)
		if err != nil {
			return err
		}
		if _, err := w.Write(append(content, lineOf(number)...)); err != nil {
			return err
		}
		if err := s.Commit(); err != nil {
			return err
		}
	}
}

func lineOf(number int) []byte {
	return append(bytes.Repeat(fmt.Appendf(nil, "%d ", number), 3000), '\n')
}

// TestKilledWhileExtendingLeavesWholeLines kills a program at moments that a seed determines.
func TestKilledWhileExtendingLeavesWholeLines(t *testing.T) {
	moments := rand.New(rand.NewPCG(4, 2))
	for range 20 {
		path := filepath.Join(t.TempDir(), "one")
		put(t, path, "")
		child := exec.Command(os.Args[0])
		child.Env = []string{grown + "=" + path}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		works(t, path)
		time.Sleep(time.Duration(moments.IntN(int(20 * time.Millisecond))))
		_ = child.Process.Kill()
		_ = child.Wait()
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		number := 0
		for line := range bytes.Lines(content) {
			if number++; !bytes.Equal(line, lineOf(number)) {
				t.Fatalf("line %d of %d bytes is broken", number, len(content))
			}
		}
	}
}

// works waits until a file is extended, and checks that it exists all the time.
func works(t *testing.T, path string) {
	t.Helper()
	for limit := time.Now().Add(10 * time.Second); ; {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatalf("the file was gone for a moment: %v", err)
		}
		if info.Size() > 0 {
			return
		}
		if time.Now().After(limit) {
			t.Fatal("the child does not extend the file")
		}
	}
}
