extension ReviewedEnvironment {
    var promptSection: HTML { .empty }
}
