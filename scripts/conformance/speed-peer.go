// Times starlark-go on one file: ./slbench <rounds before> <rounds> <file> [processor], answered by one JSON object with
// the medians in milliseconds of reading (parse, resolve, compile) and of running, and with what one run printed. Garbage
// is collected before each timed part. With "processor" the time is what the process used of the processors, and not what
// passed. See docs/conformance.md for how to build it.
package main

import (
	"encoding/json"
	"io/ioutil"
	"log"
	"os"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 && len(os.Args) != 5 {
		log.Fatal("usage: slbench <rounds before> <rounds> <file> [processor]")
	}
	resolve.AllowFloat, resolve.AllowLambda = true, true
	resolve.AllowNestedDef, resolve.AllowSet = true, true
	before, rounds, file := number(os.Args[1]), number(os.Args[2]), os.Args[3]
	source, err := ioutil.ReadFile(file)
	check(err)
	var read, run []float64
	var printed []string
	for round := 0; round < before+rounds; round++ {
		kept := [][]starlark.Tuple{}
		names := starlark.StringDict{}
		for _, name := range []string{"agent", "command", "params", "task", "workflow"} {
			names[name] = keeper(name, &kept)
		}
		printed = nil
		thread := &starlark.Thread{Print: func(_ *starlark.Thread, text string) {
			printed = append(printed, text)
		}}
		var program *starlark.Program
		readMs := timed(func() {
			_, program, err = starlark.SourceProgram(file, source, names.Has)
			check(err)
		})
		runMs := timed(func() {
			_, err = program.Init(thread, names)
			check(err)
		})
		if round >= before {
			read, run = append(read, readMs), append(run, runMs)
		}
	}
	check(json.NewEncoder(os.Stdout).Encode(map[string]interface{}{
		"readMs": median(read), "runMs": median(run), "printed": strings.Join(printed, "\n"),
	}))
}

// keeper is a function that keeps its named arguments and gives back the one called name.
func keeper(name string, kept *[][]starlark.Tuple) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(_ *starlark.Thread, _ *starlark.Builtin, _ starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
		*kept = append(*kept, named)
		for _, pair := range named {
			if pair[0] == starlark.String("name") {
				return pair[1], nil
			}
		}
		return starlark.None, nil
	})
}

func timed(work func()) float64 {
	runtime.GC()
	began := clock()
	work()
	return float64(clock()-began) / float64(time.Millisecond)
}

var started = time.Now()

func clock() time.Duration {
	if len(os.Args) == 4 {
		return time.Since(started)
	}
	var used syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func median(values []float64) float64 {
	sort.Float64s(values)
	return values[len(values)/2]
}

func number(text string) int {
	value, err := strconv.Atoi(text)
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
