package sharing

import (
	"fmt"
	"os"
)

// ownName returns a name with which a terminal can be opened again, even one of another mount namespace.
func ownName(file *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", file.Fd()) }
