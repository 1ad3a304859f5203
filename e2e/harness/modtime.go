package harness

import (
	"os"
	"time"
)

// ModTime returns when a file was changed last.
func (g *Environment) ModTime(path string) time.Time {
	g.t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		g.t.Fatal(err)
	}
	return info.ModTime()
}
