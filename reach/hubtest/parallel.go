package hubtest

import "flag"

// Together has eight of a package's parallel tests run at a time, unless the command line says how many: they wait for
// other machines, and take little of the processor.
func Together() { _ = flag.Set("test.parallel", "8") }
