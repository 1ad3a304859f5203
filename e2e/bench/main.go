// Command bench measures stead as a whole against tools that everybody has:
// conversions against jq, the start against a Go program that does nothing,
// listing against head. It prints; it never fails for slowness.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"stead/e2e/harness"
)

var (
	small    = flag.Int("small", 200, "size of the smaller session to convert, in MB")
	large    = flag.Int("large", 1000, "size of the larger one, in MB; 0 leaves it out")
	sessions = flag.Int("sessions", 2000, "number of sessions to list")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is a temporary folder with the program under test.
type bench struct {
	folder, home, stead string
}

func run() error {
	stead, err := harness.SteadBinary()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "stead-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	b := bench{folder: folder, home: filepath.Join(folder, "home"), stead: stead}
	if err := os.Mkdir(b.home, 0o700); err != nil {
		return err
	}
	if err := b.start(); err != nil {
		return err
	}
	for _, size := range []int{*small, *large} {
		if err := b.convert(size); err != nil {
			return err
		}
	}
	return b.list()
}

// start compares stead version with a static program that prints one line.
func (b bench) start() error {
	source := filepath.Join(b.folder, "hello.go")
	if err := os.WriteFile(source, []byte("package main\n\nimport \"os\"\n\nfunc main() { _, _ = os.Stdout.WriteString(\"hello\\n\") }\n"), 0o600); err != nil {
		return err
	}
	hello := filepath.Join(b.folder, "hello")
	if output, err := exec.Command("go", "build", "-o", hello, source).CombinedOutput(); err != nil {
		return fmt.Errorf("build hello: %w\n%s", err, output)
	}
	floor, err := measure(b.home, 51, "", hello)
	if err != nil {
		return err
	}
	got, err := measure(b.home, 51, "", b.stead, "version")
	if err != nil {
		return err
	}
	report("stead version", got, floor, "4 times a Go hello, 8 ms")
	return nil
}

// convert carries a session of size MB to Codex and back.
func (b bench) convert(size int) error {
	if size == 0 {
		return nil
	}
	folder := filepath.Join(b.folder, fmt.Sprint(size))
	source, err := newCorpus().session(folder, size<<20)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	jq, err := measure(b.home, 3, "", "jq", "-c", ".type", source)
	if err != nil {
		return err
	}
	codex := filepath.Join(folder, "codex.jsonl")
	for _, way := range []struct{ from, to, source, target string }{
		{"claude", "codex", source, codex},
		{"codex", "claude", codex, filepath.Join(folder, "back.jsonl")},
	} {
		got, err := measure(b.home, 3, way.target,
			b.stead, "session", "convert", way.source, "--from", way.from, "--to", way.to, "-o", way.target)
		if err != nil {
			return err
		}
		report(fmt.Sprintf("convert %d MB %s to %s", size, way.from, way.to), got, jq, "0.5 times jq, 64 MB")
	}
	return nil
}

// list compares stead list with reading the head of every file.
func (b bench) list() error {
	project := filepath.Join(b.home, ".claude", "projects", "-home-user-demo")
	made := newCorpus()
	for i := range *sessions {
		// From 205 kB to 1 MB, 550 kB in the mean.
		if _, err := made.session(project, (205+i%700)<<10); err != nil {
			return err
		}
	}
	head, err := measure(b.home, 3, "", "sh", "-c", "find "+project+" -type f | xargs head -c 4096 >/dev/null")
	if err != nil {
		return err
	}
	got, err := measure(b.home, 1, "", b.stead, "list", "--json")
	if err != nil {
		return err
	}
	report(fmt.Sprintf("list %d sessions, first time", *sessions), got, head, "3 times find and head")
	return nil
}
