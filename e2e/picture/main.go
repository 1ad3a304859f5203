// Command picture draws the terminal picture of README.md. It records a terminal on which stead continues a recorded
// Claude Code session in the real Codex, against a model on the loopback interface that answers by script, and plays
// that recording into an SVG.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

// limit bounds the recording.
const limit = time.Minute

func main() {
	target := flag.String("o", "docs/picture.svg", "the `FILE` to write")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *target); err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, target string) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	recording, err := record(ctx)
	if err != nil {
		return err
	}
	scenes, err := play(bytes.NewReader(recording))
	if err != nil {
		return err
	}
	return os.WriteFile(target, draw(scenes), 0o644) //nolint:gosec // a picture is for everybody
}
