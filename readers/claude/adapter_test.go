package claude_test

import (
	"testing"

	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/recorded"
	"stead/readers/claude"
	writer "stead/writers/claude"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{Reader: claude.Reader{}, Writer: writer.Writer{}, Recorded: recorded.Claude()}
}
