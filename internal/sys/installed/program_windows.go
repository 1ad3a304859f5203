package installed

import "os/exec"

// program returns the path of the program there, with the ending that Windows takes for one: npm installs NAME.cmd. No
// file has permissions here.
func program(path string) (string, bool) {
	found, err := exec.LookPath(path)
	return found, err == nil
}
