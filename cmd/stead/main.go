// Command stead continues a session of one AI coding CLI in another.
package main

import (
	"os"

	"stead/cmd/stead/cli"
	"stead/cmd/stead/cli/setup"
)

func main() {
	os.Exit(cli.Main(setup.ThisProcess()))
}
