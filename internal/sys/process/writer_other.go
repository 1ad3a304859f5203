//go:build !linux

package process

// WriterOf returns nothing, because the operating system does not tell without the help of another program.
func WriterOf(string) (pid int, ok bool) { return 0, false }
