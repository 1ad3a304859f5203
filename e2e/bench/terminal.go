package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"stead/internal/term/ptyx"
)

var size = ptyx.Size{Rows: 40, Columns: 120}

// way is a way for a terminal's bytes: through a relay, or straight.
type way struct {
	name string
	// wrap returns the command line that runs a shell command behind the relay.
	wrap func(command string) []string
}

func (b *bench) ways() (straight way, relays, peers [2]way, err error) {
	self, err := os.Executable()
	if err != nil {
		return
	}
	straight = way{"straight", func(c string) []string { return []string{"sh", "-c", c} }}
	relays = [2]way{
		{"relay", func(c string) []string { return []string{self, relayCommand, "", c} }},
		{"relay, recording", func(c string) []string { return []string{self, relayCommand, b.path("relay.cast"), c} }},
	}
	peers = [2]way{
		{"script", func(c string) []string { return []string{"script", "-qc", c, "/dev/null"} }},
		{"script, recording", func(c string) []string {
			return []string{"script", "-qc", c, "--log-out", b.path("script.out"), "--log-timing", b.path("script.times")}
		}},
	}
	return straight, relays, peers, nil
}

// terminal measures the relay of a terminal under run: how much passes, and how late an echo comes.
func (b *bench) terminal() error {
	straight, relays, peers, err := b.ways()
	if err != nil {
		return err
	}
	if err := b.throughput(relays, peers); err != nil {
		return fmt.Errorf("throughput: %w", err)
	}
	return b.latency(straight, relays, peers)
}

// colours is a line as CLIs draw them.
const colours = "\x1b[38;5;208mparser\x1b[0m reads the \x1b[1mnext\x1b[22m token für 你好, and 目 goes on here\n"

// coloured writes the output that is to pass into a file, and returns its path.
func (b *bench) coloured() (string, error) {
	text := b.path("output.txt")
	return text, os.WriteFile(text, []byte(strings.Repeat(colours, int(*output*1e6)/len(colours))), 0o600)
}

func (b *bench) throughput(relays, peers [2]way) error {
	text, err := b.coloured()
	if err != nil {
		return err
	}
	all := []way{relays[0], peers[0], relays[1], peers[1]}
	times := make([][]time.Duration, len(all))
	for range *rounds {
		for i, w := range all {
			took, err := b.pass(w, "cat "+text)
			if err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
			times[i] = append(times[i], took)
		}
	}
	for i := 0; i < len(all); i += 2 {
		what := fmt.Sprintf("%d MB of output, %s", *output, all[i].name)
		b.table.ratio(what, all[i+1].name, quantile(times[i], 0.5), quantile(times[i+1], 0.5), 1)
	}
	return nil
}

// pass returns how long it takes until all output of a command has come.
func (b *bench) pass(w way, command string) (time.Duration, error) {
	begin := time.Now()
	process, err := b.open(w, command)
	if err != nil {
		return 0, err
	}
	defer func() { _ = process.End(context.Background(), time.Second) }()
	chunk := make([]byte, 64<<10)
	for passed := int64(0); ; {
		n, err := process.Terminal.Read(chunk)
		passed += int64(n)
		if errors.Is(err, io.EOF) && passed >= *output*99e4 {
			return time.Since(begin), nil
		}
		if err != nil {
			return 0, fmt.Errorf("after %d bytes: %w", passed, err)
		}
	}
}

func (b *bench) open(w way, command string) (*ptyx.Process, error) {
	line := w.wrap(command)
	return ptyx.Start(ptyx.Command{Path: line[0], Args: line[1:], Env: b.environment(), Dir: b.folder}, size)
}

// samples is how many keys are typed in one round.
const samples = 400

// latency compares how late a process's echo of a key comes with how late it comes without a relay.
func (b *bench) latency(straight way, relays, peers [2]way) error {
	all := []way{straight, peers[0], relays[0], relays[1]}
	delays := make([][]time.Duration, len(all))
	for range *rounds {
		for i, w := range all {
			found, err := b.echoes(w)
			if err != nil {
				return fmt.Errorf("echo, %s: %w", w.name, err)
			}
			delays[i] = append(delays[i], found...)
		}
	}
	added := func(i int, share float64) time.Duration {
		return quantile(delays[i], share) - quantile(delays[0], share)
	}
	for i := 2; i < len(all); i++ {
		b.table.limit("echo delay added, median, "+all[i].name, "script "+short(added(1, 0.5)), added(i, 0.5),
			200*time.Microsecond)
		b.table.limit("echo delay added, p99, "+all[i].name, "script "+short(added(1, 0.99)), added(i, 0.99),
			500*time.Microsecond)
	}
	return nil
}

// echoes types keys to a process that gives back each of them.
func (b *bench) echoes(w way) ([]time.Duration, error) {
	process, err := b.open(w, "stty raw -echo; echo READY; exec cat")
	if err != nil {
		return nil, err
	}
	defer func() { _ = process.End(context.Background(), time.Second) }()
	if err := await(process, "READY\n"); err != nil {
		return nil, err
	}
	delays := make([]time.Duration, 0, samples)
	for range samples {
		time.Sleep(2 * time.Millisecond)
		begin := time.Now()
		if err := echo(process, 'k'); err != nil {
			return nil, err
		}
		delays = append(delays, time.Since(begin))
	}
	return delays, nil
}

func echo(process *ptyx.Process, key byte) error {
	if _, err := process.Terminal.Write([]byte{key}); err != nil {
		return err
	}
	chunk := make([]byte, 4096)
	for {
		n, err := process.Terminal.Read(chunk)
		if err != nil || bytes.IndexByte(chunk[:n], key) >= 0 {
			return err
		}
	}
}
