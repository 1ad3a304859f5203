package sqlitefile

import (
	"errors"
	"time"

	"golang.org/x/sys/windows"
)

// patience is how long a database may be in use that is to be removed or renamed. A query takes less.
const patience = 5 * time.Second

// patiently does it again while it fails because somebody has the file open.
func patiently(do func() error) error {
	limit := time.Now().Add(patience)
	err := do()
	for errors.Is(err, windows.ERROR_SHARING_VIOLATION) && time.Now().Before(limit) {
		time.Sleep(again)
		err = do()
	}
	return err
}
