extension ReviewedEnvironment {
    var changeSection: HTML { .empty }
}
