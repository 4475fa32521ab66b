# Completion of skerry in fish; `skerry completion fish` prints it.

function __skerry_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    for line in ($words[1] complete $words[2..] "$word" 2>/dev/null)
        if not string match -q ':files*' -- $line
            echo $line
            continue
        end
        # The part after = is a file's name.
        set -l before (string match -r '^[^=]*=' -- $word)
        set -l suffixes (string split -n ' ' -- (string replace ':files' '' -- $line))
        for path in (__fish_complete_path (string replace -r '^[^=]*=' '' -- "$word"))
            set -l name (string split \t -- $path)[1]
            if not set -q suffixes[1]; or string match -q '*/' -- $name
                echo $before$name
            else if contains -- (string replace -r '.*\.' '' -- $name) $suffixes
                echo $name
            end
        end
    end
end

complete -c skerry -f -a '(__skerry_complete)'
