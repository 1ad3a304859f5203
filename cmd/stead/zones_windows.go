package main

// Windows does not know the time zones by the names that CLIs give: when a limit ends.
import _ "time/tzdata"
