package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"stead/internal/term/ptyx"
)

const hello = "package main\n\nimport \"os\"\n\nfunc main() { _, _ = os.Stdout.WriteString(\"hello\\n\") }\n"

// start measures how long it takes until stead, and a CLI that stead runs, say something.
func (b *bench) start() error {
	source, program := b.path("hello.go"), b.path("hello")
	if err := os.WriteFile(source, []byte(hello), 0o600); err != nil {
		return err
	}
	build := exec.Command("go", "build", "-o", program, source)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build hello: %w\n%s", err, output)
	}
	figures, err := b.compare(51, job{line: []string{program}}, job{line: []string{b.stead, "version"}})
	if err != nil {
		return err
	}
	b.table.limit("stead version", "", figures[1].wall, 8*time.Millisecond)
	b.table.ratio("stead version", "static Go hello", figures[1].wall, figures[0].wall, 4)
	return b.startRun()
}

// standIn takes Codex's place: a CLI whose own start costs next to nothing, so that stead's part is seen.
const standIn = `#!/bin/sh
if [ "$1" = --version ]; then echo "codex-cli 0.169.0"; exit; fi
echo READY
`

// startRun compares the time until the target's first output with and without stead, on a terminal.
func (b *bench) startRun() error {
	work, codex := b.path("work"), b.path("bin/codex")
	for _, folder := range []string{work, filepath.Dir(codex)} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
	}
	if err := os.WriteFile(codex, []byte(standIn), 0o700); err != nil {
		return err
	}
	session := filepath.Join(b.home, ".claude", "projects", "-home-user-corpus", sessionID(0)+".jsonl")
	if err := makeSession(session, sessionID(0), 500_000, 0); err != nil {
		return err
	}
	run := ptyx.Command{Path: b.stead, Args: []string{"run", "--from", "claude:" + sessionID(0), "--to", "codex",
		"--cwd", work}, Dir: work}
	run.Env = append(b.environment(), "PATH="+filepath.Dir(codex)+":/usr/bin:/bin")
	own := ptyx.Command{Path: codex, Dir: work, Env: b.environment()}
	var owns, runs []time.Duration
	for range 15 {
		for _, one := range []struct {
			command ptyx.Command
			times   *[]time.Duration
		}{{own, &owns}, {run, &runs}} {
			took, err := firstOutput(one.command)
			if err != nil {
				return err
			}
			*one.times = append(*one.times, took)
		}
	}
	b.table.limit("start of run over the CLI's own", "500 kB session", quantile(runs, 0.5)-quantile(owns, 0.5),
		200*time.Millisecond)
	return os.RemoveAll(filepath.Join(b.home, ".claude"))
}

// firstOutput returns how long it takes until the stand-in's word is on the terminal.
func firstOutput(command ptyx.Command) (time.Duration, error) {
	begin := time.Now()
	process, err := ptyx.Start(command, size)
	if err != nil {
		return 0, err
	}
	defer func() { _ = process.End(context.Background(), time.Second) }()
	err = await(process, "READY")
	return time.Since(begin), err
}

// await reads a terminal until it shows a word.
func await(process *ptyx.Process, word string) error {
	var shown []byte
	chunk := make([]byte, 64<<10)
	for !bytes.Contains(shown, []byte(word)) {
		n, err := process.Terminal.Read(chunk)
		if err != nil {
			return fmt.Errorf("the terminal ended before it showed %s: %w\n%s", word, err, shown)
		}
		shown = append(shown, chunk[:n]...)
	}
	return nil
}
