package atomicfile

import (
	"errors"
	"time"

	"golang.org/x/sys/windows"
)

const (
	// patience is how long others may have the file open. A query of a database or a look at a record takes less.
	patience = 2 * time.Second
	// again is the time between two attempts.
	again = 5 * time.Millisecond
)

// WhenUnused renames or removes a file by do, and tries again for two seconds while that fails because others have it
// open. For a file that is to be replaced, Windows says that its access is denied. Errors: those of do.
func WhenUnused(do func() error) error {
	err := do()
	for limit := time.Now().Add(patience); isUsed(err) && time.Now().Before(limit); err = do() {
		time.Sleep(again)
	}
	return err
}

func isUsed(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED)
}
