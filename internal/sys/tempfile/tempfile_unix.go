//go:build unix

package tempfile

import (
	"errors"
	"os"
)

func create(folder, prefix string) (*os.File, error) {
	file, err := os.CreateTemp(folder, prefix)
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil { // it lives on without a name
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}
