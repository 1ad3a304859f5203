// Command stead-hub runs the hub where a person's machines meet. The verb stead hub starts it.
package main

import (
	"os"

	"stead/cmd/stead-hub/serve"
)

func main() { os.Exit(serve.Main(os.Args[1:], os.Stdout, os.Stderr)) }
