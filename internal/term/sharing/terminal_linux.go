package sharing

import (
	"fmt"
	"os"
)

// ownName is a name by which a terminal can be opened once more, also one of another mount namespace.
func ownName(file *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", file.Fd()) }
