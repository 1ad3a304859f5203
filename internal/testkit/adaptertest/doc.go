// Package adaptertest is the one suite of tests that every adapter inherits. It holds readers and writers to the
// contracts of packages readers and writers, with the adapter's own recorded sessions and with everything that can be
// wrong with a file.
//
// An adapter calls [Run] from a test file of some fourteen lines and [Benchmark] from its benchmarks. The golden
// timelines lie in testdata/golden of the package that calls Run; the recorded sessions of all formats lie in package
// fixtures, and each format's sessions prove that no other adapter takes them for its own.
package adaptertest
