package inject

import (
	"fmt"
	"os"
	"path/filepath"
)

// File is a file that a CLI needs at its start.
type File struct {
	Path    string
	Content []byte
}

// Place writes the files of the command, readable only by the user. The same run may write them again.
func (c Command) Place() error {
	for _, file := range c.Files {
		if err := os.WriteFile(file.Path, file.Content, 0o600); err != nil {
			return fmt.Errorf("write %s, which the CLI is started with: %w", filepath.Base(file.Path), err)
		}
	}
	return nil
}
