package claude_test

import (
	"testing"

	format "stead/adapters/claude"
	"stead/internal/testkit/adaptertest"
	"stead/readers/claude"
	writer "stead/writers/claude"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{Reader: claude.Reader{}, Writer: writer.Writer{}, Recorded: format.Recorded()}
}
