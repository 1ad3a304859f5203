package main

import (
	"fmt"
	"os"
)

// The aims of a conversion.
const (
	convertAim   = 0.5      // times jq
	universalAim = 0.35     // times jq
	memoryAim    = 64 << 20 // bytes, whatever the session's size
	giantAim     = 200 << 20
	giantOutput  = 64 << 20
)

// conversion is a job that converts a session into a file.
func (b *bench) conversion(source, from, to, target string) job {
	return job{makes: target, line: []string{b.stead, "session", "convert", source, "--from", from, "--to", to, "-o",
		target}}
}

func jq(file string) job { return job{line: []string{"jq", "-c", ".type", file}} }

// convert carries a session of an origin to Codex and back, and into the universal format.
func (b *bench) convert(o origin) error {
	source, codex := b.path("small.jsonl"), b.path("codex.jsonl")
	if err := o.session(source, *small*1e6); err != nil {
		return err
	}
	for _, way := range []struct {
		from, to, source, target string
		aim                      float64
	}{
		{"claude", "codex", source, codex, convertAim},
		{"codex", "claude", codex, b.path("back.jsonl"), convertAim},
		{"claude", "universal", source, b.path("universal.json"), universalAim},
	} {
		figures, err := b.compare(*rounds, jq(way.source), b.conversion(way.source, way.from, way.to, way.target))
		if err != nil {
			return err
		}
		what := fmt.Sprintf("%d MB, %s to %s", *small, way.from, way.to)
		b.grid.ratio(o.name, "convert "+what, "jq -c .type", figures[1].wall, figures[0].wall, way.aim)
		b.grid.memory(o.name, "peak memory, "+what, figures[1].peak, memoryAim)
	}
	return b.peerConverts(o, source)
}

// giants converts sessions that would not fit: one of a gigabyte, and one with a line of 64 MB.
func (b *bench) giants() error {
	source, target := b.path("giant.jsonl"), b.path("giant-codex.jsonl")
	if *large > 0 {
		if err := makeSession(source, sessionID(2), *large*1e6, 2); err != nil {
			return err
		}
		figures, err := b.compare(min(3, *rounds), jq(source), b.conversion(source, "claude", "codex", target))
		if err != nil {
			return err
		}
		what := fmt.Sprintf("%d MB, claude to codex", *large)
		b.table.ratio("convert "+what, "jq -c .type", figures[1].wall, figures[0].wall, convertAim)
		b.table.memory("peak memory, "+what, figures[1].peak, memoryAim)
	}
	if err := b.makeGiantLine(source); err != nil {
		return err
	}
	figures, err := b.compare(min(3, *rounds), b.conversion(source, "claude", "codex", target))
	if err != nil {
		return err
	}
	b.table.memory("peak memory, a line of 64 MB", figures[0].peak, giantAim)
	return nil
}

func (b *bench) makeGiantLine(path string) error {
	if err := makeSession(path, sessionID(3), 20e6, 3); err != nil {
		return err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, append([]byte(giantLine(sessionID(3), giantOutput)), content...), 0o600)
}
